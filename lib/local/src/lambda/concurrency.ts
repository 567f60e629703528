import { AwsError } from '../errors.ts';

/** Simultaneous invocations that AWS guarantees to a new account in each region. */
export const DEFAULT_ACCOUNT_CONCURRENCY = 1000;

/**
 * Counts the running and waiting invocations, and refuses those beyond the limit of the account or the
 * function.
 */
export class Concurrency {
  readonly #unreserved: number;
  #used = 0;

  /** `reserved`: the concurrency reserved for each function, taken from the account's. */
  constructor(account: number, reserved: readonly number[]) {
    this.#unreserved = account - reserved.reduce((sum, each) => sum + each, 0);
  }

  /**
   * Takes a place for an invocation of a function; call the returned function when the invocation is over.
   */
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
