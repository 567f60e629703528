/**
 * The text of a file's bytes. What counts is, in this order: a byte order mark; what an XML declaration says; whether the
 * bytes are UTF-8. Anything else is read as windows-1252, of which ISO-8859-1 is a part, and that is said.
 */
import { FileUnreadable } from './errors.ts';

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  /** A sentence for the user where the encoding is a guess. */
  readonly note: string | null;
}

const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** An XML declaration is the first thing in a file. */
const HEAD_BYTES = 200;
const DECLARATION = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

const GUESSED =
  'The file is not UTF-8 and names no encoding: it was read as windows-1252. Look at names with accents.';

/** @throws FileUnreadable for an encoding that is not known, or bytes that are no text */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = MARKS.find(([, own]) => own.every((byte, i) => bytes[i] === byte));
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  const wide = head[1] === '\0' ? 'utf-16le' : head[0] === '\0' ? 'utf-16be' : null;
  const declared = declaredEncoding(head);
  // without a mark: every text that is read here begins with an ASCII character
  const encoding = mark?.[0] ?? wide ?? declared;
  const text = encoding && decoded(bytes, encoding, encoding === 'utf-8');
  const known = text ?? decoded(bytes, 'utf-8', true);
  const whole = known ?? decoded(bytes, 'windows-1252', false)!;
  if (whole.includes('\0'))
    throw new FileUnreadable('The file is no text: it has zero bytes. Save the table of a workbook as CSV.');
  return { text: whole, note: known === null ? GUESSED : null };
}

/** Null where nothing is declared, or where a text of single bytes says that it is UTF-16. */
function declaredEncoding(head: string): string | null {
  const [, label] = DECLARATION.exec(head) ?? [];
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? null : encoding;
  } catch {
    throw new FileUnreadable(
      `The file declares the encoding "${label.slice(0, 40)}", which is not known: save it as UTF-8.`,
    );
  }
}

/** Null where the bytes are not of the encoding, and that matters. */
function decoded(bytes: Uint8Array, encoding: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}
