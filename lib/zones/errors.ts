/** An error that a client can do something about. Its kind decides how the API answers it. */
export abstract class ZoneError extends Error {
  abstract readonly kind: 'not-found' | 'forbidden' | 'conflict' | 'invalid' | 'busy';
}

export class ZoneExists extends ZoneError {
  override readonly name = 'ZoneExists';
  override readonly kind = 'conflict';

  constructor(name: string) {
    super(`Zone "${name}" exists already; send force_properties "true" to replace it.`);
  }
}

export class ZoneNotFound extends ZoneError {
  override readonly name = 'ZoneNotFound';
  override readonly kind = 'not-found';

  constructor(name: string) {
    super(`There is no zone "${name}".`);
  }
}

/** Only the caller that created a zone may replace or delete it. */
export class NotZoneCreator extends ZoneError {
  override readonly name = 'NotZoneCreator';
  override readonly kind = 'forbidden';

  constructor(name: string) {
    super(`Zone "${name}" was created by another caller: only that caller may replace or delete it.`);
  }
}

/** Standing zones hold for everybody's requests. */
export class OnlyOperator extends ZoneError {
  override readonly name = 'OnlyOperator';
  override readonly kind = 'forbidden';

  /** @param name of a zone that is standing already */
  constructor(name?: string) {
    super(
      name === undefined
        ? 'Only the operator of the service makes a zone standing.'
        : `Zone "${name}" is a standing one: only the operator of the service replaces or deletes it.`,
    );
  }
}

/** Without them a route might enter what nobody may: none is planned. */
export class StandingZonesLost extends ZoneError {
  override readonly name = 'StandingZonesLost';
  override readonly kind = 'busy';
  readonly retryAfterSeconds = 60;

  constructor(digest: string) {
    super(
      'The standing zones of the service are lost, and no route is planned without them: its operator brings them back with ' +
        `insert_zones --standing of any of them (standing-zones/${digest}.json.gz).`,
    );
  }
}

/** Every request has all of them. */
export class TooManyStandingPoints extends ZoneError {
  override readonly name = 'TooManyStandingPoints';
  override readonly kind = 'invalid';

  constructor(points: number, limit: number) {
    super(`The standing zones would have ${points} points together, expected at most ${limit}.`);
  }
}

export class TooManyZones extends ZoneError {
  override readonly name = 'TooManyZones';
  override readonly kind = 'conflict';

  constructor(limit: number) {
    super(`There are ${limit} zones already, which is as many as the service keeps; delete one first.`);
  }
}

/** The requester has as many zones as one may have, so that none takes the places of all. */
export class TooManyZonesOfRequester extends ZoneError {
  override readonly name = 'TooManyZonesOfRequester';
  override readonly kind = 'conflict';

  constructor(limit: number) {
    super(`You have created ${limit} zones, which is as many as one caller may have; delete one first.`);
  }
}

export class ZoneTooLarge extends ZoneError {
  override readonly name = 'ZoneTooLarge';
  override readonly kind = 'invalid';

  constructor(name: string, bytes: number, limit: number) {
    super(
      `Zone "${name}" has ${bytes} bytes as compact JSON, expected at most ${limit}: simplify its border.`,
    );
  }
}

/** The zones of a request break a limit that shows only once those that it names are read. */
export class TooManyPoints extends ZoneError {
  override readonly name = 'TooManyPoints';
  override readonly kind = 'invalid';

  constructor(points: number, limit: number) {
    super(`The zones of the request have ${points} points together, expected at most ${limit}.`);
  }
}
