/** The vessel type is taken and the request does not permit overwriting. */
export class VehicleExists extends Error {
  override readonly name = 'VehicleExists';

  constructor(vesselType: string) {
    super(`Vehicle "${vesselType}" exists already; send force_properties "true" to replace it.`);
  }
}

export class VehicleNotFound extends Error {
  override readonly name = 'VehicleNotFound';

  constructor(vesselType: string) {
    super(`There is no vehicle "${vesselType}".`);
  }
}
