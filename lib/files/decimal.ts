/** A text has only one way to match, so that the time to refuse it grows with its length and no faster. */
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** A decimal number, with an exponent or without; NaN for all other text. Number() takes blanks for 0 and 0x10 for 16. */
export const decimalOf = (text: string | null | undefined): number =>
  text && DECIMAL.test(text) ? Number(text) : Number.NaN;
