import * as z from 'zod';
import { boundsFault, type GeoBounds, withinTurn } from '../geo-bounds.ts';
import type { Faults } from '../mesh-refused.ts';

/** What a mesh file says of itself, apart from its cells. */
export interface MeshConfig {
  readonly bounds: GeoBounds;
  /** As the file gives them, a date as a rule; null where it gives none. */
  readonly validDateStart: string | null;
  readonly validDateEnd: string | null;
  /** What `config.vessel_info` says of the vessel that the mesh was made for; null in an environment mesh. */
  readonly vessel: MeshVessel | null;
}

export interface MeshVessel {
  readonly vesselType: string | null;
  /** Metres per second in one of the file's units of speed. */
  readonly speedUnitMps: number;
  /** The whole of `config.vessel_info`. */
  readonly info: Readonly<Record<string, unknown>>;
}

const METRES_PER_SECOND = new Map([
  ['km/hr', 1 / 3.6],
  ['knots', 1852 / 3600],
]);

const units = [...METRES_PER_SECOND.keys()].map((unit) => `"${unit}"`).join(' or ');
const number = z.number({ error: (issue) => `expected a number, found ${JSON.stringify(issue.input)}` });
/** Longer texts are no names or dates; DynamoDB would refuse the mesh's record, as it refuses half a surrogate pair. */
export const MAX_TEXT = 256;
const text = z
  .string()
  .max(MAX_TEXT, {
    error: (issue) => `expected at most ${MAX_TEXT} characters, found ${String(issue.input).length}`,
  })
  .refine((value) => value.isWellFormed(), 'expected well-formed Unicode');
const date = text.nullish();

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
  vessel_info: z
    .looseObject({
      vessel_type: text.nullish(),
      unit: z.string().refine((unit) => METRES_PER_SECOND.has(unit), {
        error: (issue) => `expected ${units}, found ${JSON.stringify(issue.input)}`,
      }),
    })
    .nullish(),
});

/** Reads the mesh's config; null after its faults were added. */
export function readMeshConfig(config: unknown, faults: Faults): MeshConfig | null {
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
    ...withinTurn({ lonMin: region.long_min, lonMax: region.long_max }),
  };
  const fault = boundsFault(bounds);
  if (fault) {
    faults.add('config', () => `config.mesh_info.region: ${fault}`);
    return null;
  }
  const info = parsed.data.vessel_info ?? null;
  return {
    bounds,
    validDateStart: region.start_time ?? null,
    validDateEnd: region.end_time ?? null,
    vessel: info && {
      vesselType: info.vessel_type ?? null,
      speedUnitMps: METRES_PER_SECOND.get(info.unit)!,
      info,
    },
  };
}
