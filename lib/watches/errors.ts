import type { FieldFault } from '../request/field-faults.ts';

/** An error that a client can do something about. Its kind decides how the API answers it. */
export abstract class WatchError extends Error {
  abstract readonly kind: 'not-found' | 'invalid' | 'conflict';
  readonly details?: readonly FieldFault[] & FieldFault[];
}

/** Also for a watch of another caller, of which nobody learns. */
export class WatchNotFound extends WatchError {
  override readonly name = 'WatchNotFound';
  override readonly kind = 'not-found';

  constructor(id: string) {
    super(`There is no watch ${id}.`);
  }
}

/** A field that contradicts what is stored. */
export class WatchRefused extends WatchError {
  override readonly name = 'WatchRefused';
  override readonly kind = 'invalid';
  override readonly details: FieldFault[];

  constructor(field: string, message: string) {
    super(`Invalid request: ${field} ${message}.`);
    this.details = [{ field, message }];
  }
}

export class TooManyWatches extends WatchError {
  override readonly name = 'TooManyWatches';
  override readonly kind = 'conflict';

  constructor(limit: number, whose: 'own' | 'all') {
    super(
      whose === 'own'
        ? `You have ${limit} active watches, which is as many as one caller may have: end one first.`
        : `The service has ${limit} active watches, which is as many as it takes: try again when some have ended.`,
    );
  }
}

export class WatchEnded extends WatchError {
  override readonly name = 'WatchEnded';
  override readonly kind = 'conflict';

  constructor(id: string, at: string) {
    super(`Watch ${id} ended at ${at}.`);
  }
}
