/** A file that is no route, or a route that does not fit a format; the message is one sentence for the user. */
export class RouteFileRefused extends Error {
  override readonly name = 'RouteFileRefused';
  readonly kind = 'unprocessable';
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
