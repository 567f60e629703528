/** Time ran out before everything was known. */
export class ReachTooLarge extends Error {
  override readonly name = 'ReachTooLarge';
  readonly kind = 'unprocessable';

  constructor() {
    super(
      'The area could not be drawn in the time there is: ask for fewer contours or origins, or smaller contours.',
    );
  }
}
