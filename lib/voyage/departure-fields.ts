import { instant } from '../request/instant.ts';
import { orNull } from '../request/values.ts';

export const departureFields = {
  departure: orNull(instant).describe(
    'When the vessel leaves, ISO 8601 with a zone: the route then has times',
  ),
};
