import { locations } from '../../lib/api/locations.ts';
import { environment } from '../../lib/aws/environment.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { allLocations } from '../../lib/locations/locations.ts';

const { LOCATIONS } = environment('LOCATIONS');

export const handler = endpoint(locations.list, async ({ answer }) => answer(200, allLocations(LOCATIONS)));
