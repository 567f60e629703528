import { locations } from '../../lib/api/locations.ts';
import { environment } from '../../lib/aws/environment.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { HttpError } from '../../lib/http/errors.ts';
import { allLocations } from '../../lib/locations/locations.ts';

const { LOCATIONS } = environment('LOCATIONS');

export const handler = endpoint(locations.get, async ({ parameters, answer }) => {
  const { location_id: id } = parameters;
  const location = allLocations(LOCATIONS).find((each) => each.id === id);
  if (!location) throw new HttpError(404, `There is no location "${id}".`);
  return answer(200, location);
});
