/** Coordinates that are no degrees: what they look like, for people. */
export const METRES = 'metres of a map projection (such as polar stereographic, EPSG:3031 or 3413)';

/** In a row of a table or a list. */
export const ROW_OF_METRES = `looks like ${METRES}: give latitudes and longitudes in degrees`;

/** Far from the origin of a projection, and no date: five digits are degrees and minutes in one number, `04515.0`. */
const FAR = /^[-+−–]?\d{6,7}(?:[.,]\d+)?$/;

/** Whether a number is beyond all degrees, as text. */
export const isFar = (text: string): boolean => FAR.test(text.trim());
