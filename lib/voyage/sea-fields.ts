/** The fields of a question, other than for a route, that say on what sea it is asked. */
import * as z from 'zod';
import { chartFields } from '../ice-charts/chart-fields.ts';
import { orNull, text } from '../request/values.ts';
import { clearanceFields } from '../zones/clearance-fields.ts';
import { zoneFields } from '../zones/zone-fields.ts';

export const seaFields = {
  vehicle_type: orNull(text(150)),
  mesh_id: orNull(z.int('must be an integer or null').min(-1e12).max(1e12)),
  ...chartFields,
  ...zoneFields,
  ...clearanceFields,
};

const fields = z.object(seaFields);

export type SeaFields = z.output<typeof fields>;
