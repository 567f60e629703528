import { z } from 'zod';
import { boundsFault, type GeoBounds } from './geo-bounds.ts';
import type { Faults } from './mesh-refused.ts';

/** What a mesh file says of itself, apart from its cells. */
export interface MeshConfig {
  readonly bounds: GeoBounds;
  /** As the file gives them, a date as a rule; null where it gives none. */
  readonly validDateStart: string | null;
  readonly validDateEnd: string | null;
  readonly vesselType: string | null;
  /** Metres per second in one of the file's units of speed. */
  readonly speedUnitMps: number;
}

const METRES_PER_SECOND = new Map([
  ['km/hr', 1 / 3.6],
  ['knots', 1852 / 3600],
]);

const units = [...METRES_PER_SECOND.keys()].map((unit) => `"${unit}"`).join(' or ');
const number = z.number({ error: (issue) => `expected a number, found ${JSON.stringify(issue.input)}` });
const date = z.string().nullish();

const schema = z.object({
  mesh_info: z.object({
    region: z.object({
      lat_min: number,
      lat_max: number,
      long_min: number,
      long_max: number,
      start_time: date,
      end_time: date,
    }),
  }),
  vessel_info: z.object({
    vessel_type: z.string().nullish(),
    unit: z.string().refine((unit) => METRES_PER_SECOND.has(unit), {
      error: (issue) => `expected ${units}, found ${JSON.stringify(issue.input)}`,
    }),
  }),
});

const NO_VESSEL =
  'an environment mesh, without a vessel: config.vessel_info is missing (the vessel has to be added before import)';

/** The mesh's config, or null after its faults were added. */
export function readMeshConfig(config: unknown, faults: Faults): MeshConfig | null {
  const withVessel = z.object({ vessel_info: z.looseObject({}) }).safeParse(config);
  if (!withVessel.success && z.looseObject({ mesh_info: z.unknown() }).safeParse(config).success) {
    faults.add('vessel', () => NO_VESSEL);
    return null;
  }
  const parsed = schema.safeParse(config);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      faults.add('config', () => `${['config', ...path].join('.')}: ${message}`);
    }
    return null;
  }
  const { region } = parsed.data.mesh_info;
  const bounds = {
    latMin: region.lat_min,
    latMax: region.lat_max,
    lonMin: region.long_min,
    lonMax: region.long_max,
  };
  const fault = boundsFault(bounds);
  if (fault) {
    faults.add('config', () => `config.mesh_info.region: ${fault}`);
    return null;
  }
  const vessel = parsed.data.vessel_info;
  return {
    bounds,
    validDateStart: region.start_time ?? null,
    validDateEnd: region.end_time ?? null,
    vesselType: vessel.vessel_type ?? null,
    speedUnitMps: METRES_PER_SECOND.get(vessel.unit)!,
  };
}
