import type { BatchStatus } from './batch.ts';
import type { LineFault } from './input/check-line.ts';

/** An error that a client can do something about. Its kind decides how the API answers it. */
export abstract class BatchError extends Error {
  abstract readonly kind: 'not-found' | 'invalid' | 'conflict' | 'forbidden';
}

export class BatchNotFound extends BatchError {
  override readonly name = 'BatchNotFound';
  override readonly kind = 'not-found';

  constructor(id: string) {
    super(`There is no batch ${id}.`);
  }
}

export class NotBatchRequester extends BatchError {
  override readonly name = 'NotBatchRequester';
  override readonly kind = 'forbidden';

  constructor(id: string) {
    super(`Batch ${id} was made by another caller.`);
  }
}

/** What is asked of a batch does not go with its status. */
export class BatchConflict extends BatchError {
  override readonly name = 'BatchConflict';
  override readonly kind = 'conflict';

  constructor(id: string, status: BatchStatus) {
    super(`Batch ${id} has ended already: it is ${status}.`);
  }
}

/** The file of a batch has not been uploaded. */
export class NothingUploaded extends BatchError {
  override readonly name = 'NothingUploaded';
  override readonly kind = 'conflict';

  constructor(id: string) {
    super(`Batch ${id} has no file yet: upload it with the link of its making first.`);
  }
}

/** Lines of a strict batch are wrong. */
export class LinesRefused extends BatchError {
  override readonly name = 'LinesRefused';
  override readonly kind = 'invalid';
  readonly details: { readonly field: string; readonly message: string }[];

  constructor(faults: readonly LineFault[]) {
    super(
      `${faults.length} of the requests are not valid, and strict is true: nothing was planned (see details).`,
    );
    this.details = faults.flatMap(({ line, reason, details }) =>
      details
        ? details.map(({ field, message }) => ({ field: `requests.${line - 1}.${field}`, message }))
        : [{ field: `requests.${line - 1}`, message: reason }],
    );
  }
}
