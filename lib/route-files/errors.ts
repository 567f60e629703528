/** A file that is no route, or a route that does not fit a format; the message is one sentence for the user. */
export class RouteFileRefused extends Error {
  override readonly name = 'RouteFileRefused';
  readonly kind = 'unprocessable';
}
