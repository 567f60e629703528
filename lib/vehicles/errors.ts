/** An error that a client can do something about. Its kind decides how the API answers it. */
export abstract class VehicleError extends Error {
  abstract readonly kind: 'not-found' | 'forbidden' | 'conflict';
}

/** The vessel type is taken and the request does not permit overwriting. */
export class VehicleExists extends VehicleError {
  override readonly name = 'VehicleExists';
  override readonly kind = 'conflict';

  constructor(vesselType: string) {
    super(`Vehicle "${vesselType}" exists already; send force_properties "true" to replace it.`);
  }
}

export class VehicleNotFound extends VehicleError {
  override readonly name = 'VehicleNotFound';
  override readonly kind = 'not-found';

  constructor(vesselType: string) {
    super(`There is no vehicle "${vesselType}": GET /api/vehicle lists those that there are.`);
  }
}

/** Only the caller that created a vehicle may replace or delete it, or see what its voyages teach. */
export class NotCreator extends VehicleError {
  override readonly name = 'NotCreator';
  override readonly kind = 'forbidden';

  constructor(vesselType: string, may = 'replace or delete it') {
    super(`Vehicle "${vesselType}" was created by another caller: only that caller may ${may}.`);
  }
}

/** One more vehicle would make the list of all vehicles too large for one answer. */
export class TooManyVehicles extends VehicleError {
  override readonly name = 'TooManyVehicles';
  override readonly kind = 'conflict';

  constructor(limit: number) {
    super(`There are ${limit} vehicles already, which is as many as the service keeps; delete one first.`);
  }
}

/** The requester has as many vehicles as one may have, so that none takes the places of all. */
export class TooManyOfRequester extends VehicleError {
  override readonly name = 'TooManyOfRequester';
  override readonly kind = 'conflict';

  constructor(limit: number) {
    super(`You have created ${limit} vehicles, which is as many as one caller may have; delete one first.`);
  }
}
