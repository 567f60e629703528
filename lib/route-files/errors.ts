/** A file that is no route, or a route that does not fit a format; the message is one sentence for the user. */
export class RouteFileRefused extends Error {
  override readonly name = 'RouteFileRefused';
  readonly kind = 'unprocessable';
}

/** A route for an objective that its document does not have. */
export class NoSuchObjective extends Error {
  override readonly name = 'NoSuchObjective';
  readonly kind = 'invalid';
  readonly details: { field: string; message: string }[];

  constructor(objective: string, objectives: readonly string[]) {
    super(`There is no route for ${objective}.`);
    this.details = [{ field: 'objective', message: `must be ${objectives.join(' or ')} for this route` }];
  }
}

/** A calendar is asked for of a route without times. */
export class NoDeparture extends Error {
  override readonly name = 'NoDeparture';
  readonly kind = 'invalid';
  readonly details = [{ field: 'departure', message: 'must be given for a route without one' }];

  constructor() {
    super('A calendar needs times: say when the ship leaves, as in departure=2026-11-21T10:00Z.');
  }
}

/** A file is asked for with another departure than the one that its route was planned for. */
export class OtherDeparture extends Error {
  override readonly name = 'OtherDeparture';
  readonly kind = 'invalid';
  readonly details: { field: string; message: string }[];

  constructor(departure: string) {
    super(
      `The route was planned for a departure at ${departure}: leave out departure, or request another route.`,
    );
    this.details = [{ field: 'departure', message: `must be ${departure}, or be left out` }];
  }
}
