/** The inputs of the children of a Map Run: an item each, or a batch of items. */
import { evaluateTemplate } from '../execution-run.ts';
import { TaskError } from '../task.ts';
import { type MapSettings, PAYLOAD_LIMIT } from './settings.ts';

type State = Record<string, unknown>;

export interface ChildInput {
  readonly index: number;
  /** Items in it. */
  readonly items: number;
  /** JSON. */
  readonly input: string;
}

interface Parts {
  readonly state: State;
  readonly settings: MapSettings;
  /** The state's input. */
  readonly input: unknown;
  readonly context: object;
}

/** @throws TaskError `States.DataLimitExceeded` */
export async function* childInputs(
  { state, settings, input, context }: Parts,
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<ChildInput> {
  const selected = selectItems(state, input, context, firstOf(items, settings.maxItems));
  const { batches } = settings;
  let index = 0;
  if (!batches) {
    for await (const item of selected) yield { index: index++, items: 1, input: limited(item) };
    return;
  }
  const { BatchInput } = state.ItemBatcher as { BatchInput?: object };
  const batchInput = BatchInput && JSON.stringify(await evaluateTemplate(BatchInput, input, context));
  const begin = `{${batchInput ? `"BatchInput":${batchInput},` : ''}"Items":[`;
  const empty = Buffer.byteLength(begin) + 2;
  let batch: string[] = [];
  let bytes = empty;
  const complete = (): ChildInput => {
    const child = { index: index++, items: batch.length, input: `${begin}${batch.join(',')}]}` };
    [batch, bytes] = [[], empty];
    return child;
  };
  for await (const item of selected) {
    const more = Buffer.byteLength(item) + (batch.length > 0 ? 1 : 0);
    if (batch.length > 0 && (batch.length === batches.maxItems || bytes + more > batches.maxBytes))
      yield complete();
    bytes += Buffer.byteLength(item) + (batch.length > 0 ? 1 : 0);
    if (bytes > batches.maxBytes) throw tooLarge(bytes, batches.maxBytes);
    batch.push(item);
  }
  if (batch.length > 0) yield complete();
}

async function* firstOf(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<unknown> {
  let count = 0;
  for await (const item of items) {
    if (count++ >= most) return;
    yield item;
  }
}

/** Each item as JSON, by the state's ItemSelector if it has one. */
async function* selectItems(
  state: State,
  input: unknown,
  context: object,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  const selector = (state.ItemSelector ?? state.Parameters) as object | undefined;
  // the interpreter copies the input each time; a selector that only looks at the item needs none
  const needed = selector && /"\$[."[]|States\./.test(JSON.stringify(selector)) ? input : {};
  let Index = 0;
  for await (const Value of items) {
    const Item = { Index: Index++, Value };
    const value = selector ? await evaluateTemplate(selector, needed, { ...context, Map: { Item } }) : Value;
    yield JSON.stringify(value);
  }
}

function limited(input: string): string {
  const bytes = Buffer.byteLength(input);
  if (bytes > PAYLOAD_LIMIT) throw tooLarge(bytes, PAYLOAD_LIMIT);
  return input;
}

const tooLarge = (bytes: number, limit: number) =>
  new TaskError(
    'States.DataLimitExceeded',
    `The input of a child has ${bytes} bytes, of at most ${limit}`,
    true,
  );
