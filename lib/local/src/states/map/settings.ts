/** The numbers of a Map Run, which its state gives, or paths of them. */
import { evaluateTemplate } from '../execution-run.ts';
import { TaskError } from '../task.ts';

type State = Record<string, unknown>;

/** Children that run at the same time at most, also where the state names no number. */
const MOST_CHILDREN = 10_000;
/** Bytes of a child's input, and of the output of a state. */
export const PAYLOAD_LIMIT = 262_144;

/** As JSON too. */
export interface MapSettings {
  readonly maxConcurrency: number;
  /** Percent of the items; undefined where only a count is tolerated. */
  readonly toleratedFailurePercentage: number | undefined;
  readonly toleratedFailureCount: number | undefined;
  readonly maxItems: number | undefined;
  /** Undefined without an ItemBatcher. */
  readonly batches: { readonly maxItems: number | undefined; readonly maxBytes: number } | undefined;
}

/** @throws TaskError `States.Runtime` */
export async function readSettings(state: State, input: unknown, context: object): Promise<MapSettings> {
  const reader = ((state.ItemReader ?? {}) as { ReaderConfig?: State }).ReaderConfig ?? {};
  const batcher = state.ItemBatcher as State | undefined;
  const wanted = {
    ...either('MaxConcurrency', state),
    ...either('ToleratedFailurePercentage', state),
    ...either('ToleratedFailureCount', state),
    ...either('MaxItems', reader),
    ...either('MaxItemsPerBatch', batcher),
    ...either('MaxInputBytesPerBatch', batcher),
  };
  const values = (await evaluateTemplate(wanted, input, context)) as State;
  const number = (name: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined => {
    const value = values[name];
    if (value === undefined) return undefined;
    const isPercentage = name === 'ToleratedFailurePercentage';
    if (
      typeof value !== 'number' ||
      !(isPercentage || Number.isInteger(value)) ||
      value < least ||
      value > most
    ) {
      throw new TaskError(
        'States.Runtime',
        `${name} is ${JSON.stringify(value)}: it must be from ${least} to ${most}`,
      );
    }
    return value;
  };
  const percentage = number('ToleratedFailurePercentage', 0, 100);
  const count = number('ToleratedFailureCount', 0);
  const isTold = percentage !== undefined || count !== undefined;
  return {
    maxConcurrency: Math.min(number('MaxConcurrency', 0) || MOST_CHILDREN, MOST_CHILDREN),
    toleratedFailurePercentage: isTold ? percentage : 0,
    toleratedFailureCount: isTold ? count : 0,
    maxItems: number('MaxItems', 0) || undefined,
    batches: batcher && {
      maxItems: number('MaxItemsPerBatch', 1),
      maxBytes: number('MaxInputBytesPerBatch', 1, PAYLOAD_LIMIT) ?? PAYLOAD_LIMIT,
    },
  };
}

/** The number that fields give, or the path of it. */
function either(name: string, fields: State = {}): State {
  const path = fields[`${name}Path`];
  if (path !== undefined) return { [`${name}.$`]: path };
  return fields[name] === undefined ? {} : { [name]: fields[name] };
}
