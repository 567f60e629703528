/** The meshes of a forecast, opened, with the times at which they are valid. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import { departuresOf } from '../voyage/forecast/departures.ts';
import { type ForecastMesh, rankOf, validityOf } from '../voyage/forecast/timeline.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import type { VoyagePlan } from '../voyage/voyage-route.ts';

const MS_PER_DAY = 86_400_000;
/** A mesh that does not say when it is valid is valid for all of a voyage. */
const ANY_DAYS = 400;

export function forecastOf(
  records: readonly Pick<MeshRecord, 'id' | 'name' | 'created' | 'validDateStart' | 'validDateEnd'>[],
  meshes: readonly Mesh[],
  voyage: Voyage | null,
): ForecastMesh[] {
  const departures = departuresOf(voyage ?? {}).map((time) => Date.parse(time));
  const always = { from: departures[0]!, to: departures.at(-1)! + ANY_DAYS * MS_PER_DAY };
  return records.map((record, k) => {
    const { id, name, validDateStart, validDateEnd } = record;
    const span = validityOf(validDateStart, validDateEnd) ?? always;
    return { id, name, mesh: meshes[k]!, ...span, rank: rankOf(record) };
  });
}

/** The mesh that a route as a whole is said to be on: of a forecast the one that it begins on; its entries tell all that they use. */
export function meshBegunOn(
  { routes }: Pick<VoyagePlan, 'routes'>,
  first: MeshRecord,
  forecast: readonly MeshRecord[] | null,
): MeshRecord {
  const id = routes[0]?.dated?.meshes[0]?.id;
  return forecast?.find((mesh) => mesh.id === id) ?? first;
}
