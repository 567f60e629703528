import { batches } from './batches.ts';
import { charts } from './charts.ts';
import { console } from './console.ts';
import { evaluate } from './evaluate.ts';
import { jobs } from './jobs.ts';
import { locations } from './locations.ts';
import { matrix } from './matrix.ts';
import { meshes } from './meshes.ts';
import type { Operation } from './operation.ts';
import { reach } from './reach.ts';
import { routes } from './routes.ts';
import { schema } from './schema.ts';
import { service } from './service.ts';
import { vehicles } from './vehicles.ts';
import { watches } from './watches.ts';
import { zones } from './zones.ts';

const areas = [
  vehicles,
  zones,
  charts,
  routes,
  { evaluate },
  { reach },
  { matrix },
  batches,
  watches,
  jobs,
  meshes,
  locations,
  service,
  schema,
  console,
];

type OneOf<Area> = Area extends unknown ? Area[keyof Area] : never;
type IdOf<O> = O extends { readonly id: infer Id } ? Id : never;
/** The id of one of the operations: `vehicles/create`. */
export type OperationId = IdOf<OneOf<(typeof areas)[number]>>;

/** Every operation of the HTTP API. */
export const operations: readonly Operation[] = areas.flatMap((area) => Object.values<Operation>(area));
