/** What becomes of the results of a Map Run: files in S3, or the output of its state. */
import type { S3Api } from '../../s3/api.ts';
import { evaluateTemplate } from '../execution-run.ts';
import type { ExecutionStatus } from '../execution-store.ts';
import { TaskError } from '../task.ts';
import type { Children, EndedChild } from './children.ts';
import { PAYLOAD_LIMIT } from './settings.ts';

type State = Record<string, unknown>;

export interface ResultDestination {
  readonly bucket: string;
  readonly prefix: string;
  readonly config: State;
}

/** Where a state's ResultWriter writes. @throws TaskError */
export async function destinationOf(
  state: State,
  input: unknown,
  context: object,
): Promise<ResultDestination | undefined> {
  if (!state.ResultWriter) return undefined;
  const { Parameters = {}, WriterConfig = {} } = state.ResultWriter as {
    Parameters?: object;
    WriterConfig?: State;
  };
  const { Bucket, Prefix } = (await evaluateTemplate(Parameters, input, context)) as State;
  if (typeof Bucket !== 'string' || typeof Prefix !== 'string')
    throw unwritable('Bucket and Prefix must be texts');
  return { bucket: Bucket, prefix: Prefix.replace(/\/$/, ''), config: WriterConfig };
}

/** The outputs of the children in the order of the items, which must fit a state's output. @throws TaskError */
export async function collectOutputs(children: Children): Promise<unknown[]> {
  const outputs: { readonly index: number; readonly output: unknown }[] = [];
  let bytes = 2;
  for await (const { index, execution } of children.lines()) {
    if (execution.output === undefined) continue;
    bytes += Buffer.byteLength(execution.output) + 1;
    if (bytes > PAYLOAD_LIMIT) {
      const advice = 'Export them with a ResultWriter';
      throw new TaskError(
        'States.DataLimitExceeded',
        `The results have more than ${PAYLOAD_LIMIT} bytes. ${advice}`,
        true,
      );
    }
    outputs.push({ index, output: JSON.parse(execution.output) });
  }
  return outputs.sort((a, b) => a.index - b.index).map(({ output }) => output);
}

interface ResultFile {
  readonly Key: string;
  readonly Size: number;
}

/** Writes a file for each way in which children ended, and the manifest that names them. @throws TaskError */
export async function exportResults(
  s3: S3Api,
  { bucket, prefix, config }: ResultDestination,
  { id, mapRunArn }: { readonly id: string; readonly mapRunArn: string },
  children: Children,
): Promise<object> {
  const folder = `${prefix === '' ? '' : `${prefix}/`}${id}`;
  const isJsonl = config.OutputType === 'JSONL';
  const write = async (name: string, statuses: readonly ExecutionStatus[]): Promise<ResultFile[]> => {
    if (statuses.every((status) => children.counts(status).children === 0)) return [];
    const Key = `${folder}/${name}_0.${isJsonl ? 'jsonl' : 'json'}`;
    const { size } = await s3.putObject(bucket, Key, resultText(children, statuses, config));
    return [{ Key, Size: size }];
  };
  try {
    const SUCCEEDED = await write('SUCCEEDED', ['SUCCEEDED']);
    const FAILED = await write('FAILED', ['FAILED', 'TIMED_OUT']);
    const PENDING = await write('PENDING', ['ABORTED']);
    const manifest = {
      DestinationBucket: bucket,
      MapRunArn: mapRunArn,
      ResultFiles: { FAILED, PENDING, SUCCEEDED },
    };
    const Key = `${folder}/manifest.json`;
    await s3.putObject(bucket, Key, Buffer.from(JSON.stringify(manifest)));
    return { MapRunArn: mapRunArn, ResultWriterDetails: { Bucket: bucket, Key } };
  } catch (error) {
    throw unwritable((error as Error).message);
  }
}

async function* resultText(
  children: Children,
  statuses: readonly ExecutionStatus[],
  { OutputType, Transformation }: State,
): AsyncGenerator<Buffer> {
  const isJsonl = OutputType === 'JSONL';
  let isFirst = true;
  if (!isJsonl) yield Buffer.from('[');
  for await (const child of children.lines()) {
    if (!statuses.includes(child.status)) continue;
    for (const value of resultsOf(child, Transformation)) {
      yield Buffer.from(isJsonl ? `${value}\n` : `${isFirst ? '' : ','}${value}`);
      isFirst = false;
    }
  }
  if (!isJsonl) yield Buffer.from(']');
}

/** As JSON. What failed is always told whole. */
function resultsOf({ execution }: EndedChild, transformation: unknown): string[] {
  const { name, executionArn, stateMachineArn, input, output, status, startDate, stopDate, error, cause } =
    execution;
  if (status === 'SUCCEEDED' && transformation === 'COMPACT') return [output!];
  if (status === 'SUCCEEDED' && transformation === 'FLATTEN') {
    const value = JSON.parse(output!);
    return Array.isArray(value) ? value.map((each) => JSON.stringify(each)) : [output!];
  }
  return [
    JSON.stringify({
      ExecutionArn: executionArn,
      Input: input,
      InputDetails: { Included: true },
      Name: name,
      ...(output !== undefined && { Output: output, OutputDetails: { Included: true } }),
      ...(error !== undefined && { Error: error, Cause: cause }),
      StartDate: new Date(startDate).toISOString(),
      StateMachineArn: stateMachineArn,
      Status: status,
      StopDate: new Date(stopDate!).toISOString(),
    }),
  ];
}

export const unwritable = (why: string) => new TaskError('States.ResultWriterFailed', why);
