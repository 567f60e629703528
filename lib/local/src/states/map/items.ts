/** The items of a Map Run: an array of its state's input, or an object of S3. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse';
import { evaluateTemplate } from '../execution-run.ts';
import { TaskError } from '../task.ts';

type State = Record<string, unknown>;

/** Bytes of one row, and of the header. */
const ROW_LIMIT = 10 * 1024 * 1024;
const HEADER_LIMIT = 10 * 1024;
const DELIMITERS: Readonly<Record<string, string>> = {
  COMMA: ',',
  PIPE: '|',
  SEMICOLON: ';',
  SPACE: ' ',
  TAB: '\t',
};

/** What an ItemReader reads. */
export interface ItemSource {
  readonly bucket: string;
  readonly key: string;
  readonly config: State;
}

/** The object that a state's ItemReader names. @throws TaskError */
export async function sourceOf(
  state: State,
  input: unknown,
  context: object,
): Promise<ItemSource | undefined> {
  if (!state.ItemReader) return undefined;
  const { Parameters = {}, ReaderConfig } = state.ItemReader as { Parameters?: object; ReaderConfig: State };
  const { Bucket, Key } = (await evaluateTemplate(Parameters, input, context)) as State;
  if (typeof Bucket !== 'string' || typeof Key !== 'string') throw unreadable('Bucket and Key must be texts');
  return { bucket: Bucket, key: Key, config: ReaderConfig };
}

/** The items of an object. @throws TaskError `States.ItemReaderFailed` */
export async function* readItems({ config }: ItemSource, body: Readable): AsyncGenerator<unknown> {
  try {
    switch (config.InputType) {
      case 'JSONL':
        yield* readLines(body);
        break;
      case 'CSV':
        yield* readRows(body, config);
        break;
      default:
        yield* asItems(JSON.parse(await text(body)));
    }
  } catch (error) {
    throw error instanceof TaskError ? error : unreadable((error as Error).message);
  } finally {
    body.destroy();
  }
}

/** The items in a state's input: what ItemsPath names, or the input itself. @throws TaskError */
export async function inputItems(state: State, input: unknown, context: object): Promise<unknown[]> {
  const path = state.ItemsPath;
  if (path === undefined) return asItems(input);
  return asItems(((await evaluateTemplate({ 'items.$': path }, input, context)) as State).items);
}

function asItems(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TaskError('States.Runtime', 'The items of a Map must be an array');
  return value;
}

async function* readLines(body: Readable): AsyncGenerator<unknown> {
  let number = 0;
  for await (const line of createInterface({ input: body, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    try {
      yield JSON.parse(line);
    } catch {
      throw unreadable(`Line ${number} is not JSON`);
    }
  }
}

/** A row with fewer values than the header has empty texts for the others; what a longer one has more is left out. */
async function* readRows(body: Readable, config: State): AsyncGenerator<Record<string, string>> {
  const delimiter = DELIMITERS[String(config.CSVDelimiter ?? 'COMMA')];
  if (!delimiter) throw unreadable(`Unknown CSVDelimiter ${config.CSVDelimiter}`);
  const options = { delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: ROW_LIMIT };
  let header = config.CSVHeaderLocation === 'GIVEN' ? (config.CSVHeaders as string[]) : undefined;
  const rows = parse(options);
  body.on('error', (error) => rows.destroy(error));
  for await (const row of body.pipe(rows) as AsyncIterable<string[]>) {
    if (header) yield Object.fromEntries(header.map((name, i) => [name, row[i] ?? '']));
    else {
      if (Buffer.byteLength(row.join(delimiter)) > HEADER_LIMIT)
        throw unreadable('The header is longer than 10 KiB');
      header = row;
    }
  }
}

export const unreadable = (why: string) => new TaskError('States.ItemReaderFailed', why);
