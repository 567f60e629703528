/** The vehicle is valid, but no mesh can be made for it; the message says why, for whoever described the vehicle. */
export class VesselUnusable extends Error {
  override readonly name = 'VesselUnusable';
  /** How the API answers it. */
  readonly kind = 'invalid';
}
