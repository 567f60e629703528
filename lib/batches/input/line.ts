import type { LineBody } from '../study.ts';

/** What a line of a batch says, or why it says nothing. */
export type Line = {
  /** From 1. */
  readonly number: number;
} & ({ readonly body: LineBody } | { readonly fault: string });

/** Bytes that a line may have. */
export const MAX_LINE_BYTES = 64 * 1024;

export const tooLong = `has more than ${MAX_LINE_BYTES / 1024} KiB`;

/** A line that was not read from a file. */
export function lineOf(number: number, body: LineBody): Line {
  const isTooLong = Buffer.byteLength(JSON.stringify(body)) > MAX_LINE_BYTES;
  return isTooLong ? { number, fault: tooLong } : { number, body };
}
