/** JSON Lines: one body a line. Memory does not grow with the file, nor with a line. */
import { InputRefused } from './input-refused.ts';
import { type Line, MAX_LINE_BYTES, tooLong } from './line.ts';

const NEW_LINE = 10;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Lines without anything in them are passed over, but counted. @throws InputRefused where the text is UTF-16 */
export async function* readJsonl(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const finish = (): Line | null => {
    number++;
    const line = bytes > MAX_LINE_BYTES ? { number, fault: tooLong } : parseLine(number, parts, decoder);
    [parts, bytes] = [[], 0];
    return line;
  };
  const add = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes <= MAX_LINE_BYTES) parts.push(piece);
    else parts = [];
  };
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) requireNotUtf16(chunk);
    let from = isFirst && BYTE_ORDER_MARK.every((byte, i) => chunk[i] === byte) ? BYTE_ORDER_MARK.length : 0;
    isFirst = false;
    for (let end = chunk.indexOf(NEW_LINE, from); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      add(chunk.subarray(from, end));
      const line = finish();
      if (line) yield line;
      from = end + 1;
    }
    if (from < chunk.length) add(chunk.slice(from)); // a copy: the chunk itself need not stay
  }
  const last = bytes > 0 ? finish() : null;
  if (last) yield last;
}

function requireNotUtf16(chunk: Uint8Array): void {
  const [a, b] = chunk;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw new InputRefused('The file is UTF-16 text: save it as UTF-8.');
}

function parseLine(
  number: number,
  parts: readonly Uint8Array[],
  decoder: InstanceType<typeof TextDecoder>,
): Line | null {
  let text: string;
  try {
    text = decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts)).trim();
  } catch {
    return { number, fault: 'is not UTF-8 text' };
  }
  if (text === '') return null;
  try {
    const body = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { number, body };
    return { number, fault: 'is not a JSON object' };
  } catch (error) {
    return { number, fault: `is not JSON: ${(error as Error).message}` };
  }
}
