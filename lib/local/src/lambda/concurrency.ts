import { AwsError } from '../errors.ts';

/** Invocations at once that a new AWS account is promised in each region. */
export const DEFAULT_ACCOUNT_CONCURRENCY = 1000;

/** Counts the invocations that run or wait, and refuses those beyond what the account or the function may have. */
export class Concurrency {
  readonly #unreserved: number;
  #used = 0;

  /** `reserved`: what each function with reserved concurrency has for itself, out of the account's. */
  constructor(account: number, reserved: readonly number[]) {
    this.#unreserved = account - reserved.reduce((sum, each) => sum + each, 0);
  }

  /** A place for an invocation of a function; call what it returns when the invocation is over. */
  forFunction(reserved: number | undefined): () => () => void {
    if (reserved === undefined) {
      return () => {
        if (this.#used >= this.#unreserved) throw tooMany('ConcurrentInvocationLimitExceeded');
        this.#used++;
        return () => void this.#used--;
      };
    }
    let used = 0;
    return () => {
      if (used >= reserved) throw tooMany('ReservedFunctionConcurrentInvocationLimitExceeded');
      used++;
      return () => void used--;
    };
  }
}

const tooMany = (reason: string) =>
  new AwsError('TooManyRequestsException', `Rate Exceeded. (${reason})`, 429);
