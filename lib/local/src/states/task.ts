import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError } from '../errors.ts';
import { denial, missingPermission, type Principal } from '../iam/principals.ts';
import type { Functions } from '../lambda/functions.ts';
import type { MapRunId } from '../lambda/sandbox-pool.ts';
import { LOCAL_TIMEOUT, LOCAL_WAIT, lambdaCall } from './definition.ts';

/** An error of a state, with the name that Retry and Catch match. */
export class TaskError extends Error {
  // The interpreter reads these: an error that ends the execution is neither retried nor caught.
  readonly isRetryable: boolean;
  readonly isCatchable: boolean;

  constructor(name: string, cause: string, final = false) {
    super(cause);
    this.name = name;
    this.isRetryable = !final;
    this.isCatchable = !final;
  }
}

export interface TaskParts {
  readonly principal: Principal;
  readonly functions: Functions;
  /** Factor that shortens waits. */
  readonly timeScale: number;
  /** Of a child. */
  readonly mapRun?: MapRunId;
}

/** Invokes a Task's Lambda; its errors get the names that Step Functions uses. @throws TaskError */
export async function runTask(
  { principal, functions, timeScale, mapRun }: TaskParts,
  state: Record<string, unknown>,
  input: unknown,
): Promise<unknown> {
  if (state.Resource === LOCAL_WAIT) {
    return sleep((input as { seconds: number }).seconds * 1000 * timeScale, null, { ref: false });
  }
  const { functionName, payload, direct } = lambdaCall(state, input);
  const target = await attempt(() => functions.get(functionName));
  const missing = missingPermission(principal, [
    { action: 'lambda:InvokeFunction', resource: functions.arnOf(functionName) },
  ]);
  if (missing) throw new TaskError('Lambda.AWSLambdaException', denial(principal, missing));
  const invoke = (onStart: () => void) =>
    target.invoke(JSON.stringify(payload), { ...(mapRun && { mapRun }), onStart });
  const result = await attempt(() => within(Number(state[LOCAL_TIMEOUT]), invoke));
  const value = JSON.parse(result.payload);
  if (!result.ok) throw new TaskError(value?.errorType ?? 'Lambda.Unknown', result.payload);
  return direct ? value : { ExecutedVersion: '$LATEST', Payload: value, StatusCode: 200 };
}

/** As on AWS an invocation goes on when its Task has timed out. @throws TaskError `States.Timeout` */
async function within<T>(seconds: number, run: (onStart: () => void) => Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const expire = () => reject(new TaskError('States.Timeout', `The task took more than ${seconds} s`));
  let timer: NodeJS.Timeout | undefined;
  const onStart = () => {
    timer = setTimeout(expire, 1000 * seconds);
  };
  try {
    return await Promise.race([timeout, run(onStart)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lambda's own errors, with the names that Step Functions uses: `Lambda.TooManyRequestsException`. */
async function attempt<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AwsError) throw new TaskError(`Lambda.${error.code}`, error.message);
    throw error;
  }
}
