/** CSV with a header: columns are named as the fields of a request for a route; cells may hold JSON. */

import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { requestFields } from '../../routes/route-request.ts';
import type { LineBody } from '../study.ts';
import { InputRefused } from './input-refused.ts';
import { type Line, MAX_LINE_BYTES, tooLong } from './line.ts';

/** Columns whose cells are text whatever they look like. */
const TEXT = new Set([
  'key',
  'start_lat',
  'start_lon',
  'end_lat',
  'end_lon',
  'start_name',
  'end_name',
  'vehicle_type',
  'vessel_type',
]);
const REQUIRED = ['start_lat', 'start_lon', 'end_lat', 'end_lon'];
/** What separates columns is told by the header. */
const DELIMITERS = [',', ';', '\t'];

/**
 * Numbers are those of the file's lines: a cell may have several. An empty cell is a field that is not sent.
 *
 * @throws InputRefused for a header that can't be used, and where a quote is never closed
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const [text, header] = await withHeader(chunks);
  const delimiter = DELIMITERS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0]!;
  const rows = Readable.from(text).pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 2 * MAX_LINE_BYTES,
      trim: true,
    }),
  );
  let names: string[] | undefined;
  try {
    for await (const { record, info } of rows as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (!names) names = readHeader(record);
      else yield readRow(info.lines - newLines(record), names, record);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new InputRefused(`The file is not CSV: ${error.message}.`);
  }
  if (!names) throw new InputRefused('The file has no header: name the columns in its first line.');
}

/** In the cells of a row, which ends that many lines after its first. */
const newLines = (cells: readonly string[]): number => cells.join('').split('\n').length - 1;

/** The text, and its first line. */
async function withHeader(chunks: AsyncIterable<Uint8Array>): Promise<[AsyncIterable<Uint8Array>, string]> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < MAX_LINE_BYTES && !first.at(-1)?.includes(10)) {
    const { done, value } = await iterator.next();
    if (done) break;
    first.push(value);
    bytes += value.length;
  }
  const all = async function* () {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return [all(), Buffer.concat(first).toString().split('\n')[0]!];
}

function readHeader(cells: readonly string[]): string[] {
  const known = ['key', ...requestFields];
  const unknown = cells.filter((name) => name !== '' && !known.includes(name));
  if (unknown.length > 0) {
    const named = unknown.map((name) => `"${name}"`).join(', ');
    throw new InputRefused(
      `The file has columns that are no fields of a request: ${named}. Known are ${known.join(', ')}.`,
    );
  }
  const missing = REQUIRED.filter((name) => !cells.includes(name));
  if (missing.length > 0) throw new InputRefused(`The file has no column ${missing.join(', ')}.`);
  const twice = cells.find((name, i) => name !== '' && cells.indexOf(name) !== i);
  if (twice) throw new InputRefused(`The file has the column ${twice} twice.`);
  return [...cells];
}

function readRow(number: number, names: readonly string[], cells: readonly string[]): Line {
  if (cells.slice(names.length).some((cell) => cell !== ''))
    return { number, fault: 'has more cells than the header has columns' };
  if (cells.reduce((sum, cell) => sum + Buffer.byteLength(cell), 0) > MAX_LINE_BYTES)
    return { number, fault: tooLong };
  const body: Record<string, unknown> = {};
  for (const [i, name] of names.entries()) {
    const cell = cells[i] ?? '';
    if (cell === '') continue;
    if (name === '') return { number, fault: `has "${cell}" in a column without a name` };
    body[name] = TEXT.has(name) ? cell : readCell(cell);
  }
  return { number, body: body as LineBody };
}

/** JSON where it is that, else text. */
function readCell(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
