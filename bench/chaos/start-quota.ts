import type { AwsCall, CallFault } from 'template-runner';

/** Step Functions' quota: of the calls of StartExecution only so many succeed a second, the others are throttled. */
export class StartQuota {
  readonly #perSecond: number;
  #left = 0;
  #filledAt = performance.now();
  /** Starts that were refused. */
  refused = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  onCall({ service, operation }: AwsCall): CallFault | undefined {
    if (service !== 'states' || operation !== 'StartExecution') return undefined;
    const now = performance.now();
    const refilled = this.#left + (this.#perSecond * (now - this.#filledAt)) / 1000;
    this.#left = Math.min(refilled, this.#perSecond);
    this.#filledAt = now;
    if (this.#left >= 1) {
      this.#left--;
      return undefined;
    }
    this.refused++;
    return { kind: 'error', code: 'ThrottlingException', status: 400 };
  }
}
