/** Work that waits for weather is refused at once where the meshes are known not to tell of it. */
import type { MeshStore } from '../meshes/mesh-store.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import { lackFor } from '../voyage/work/weather-limits.ts';
import { WeatherNotOnMesh } from './errors.ts';

/**
 * Of meshes that are tried one after the other one suffices, of a forecast all are used.
 *
 * @throws WeatherNotOnMesh
 */
export async function requireWeather(
  meshes: Pick<MeshStore, 'byId'>,
  { meshIds, forecast }: { readonly meshIds: readonly number[]; readonly forecast: readonly number[] | null },
  voyage: Voyage | null,
): Promise<void> {
  const stops = voyage?.stops ?? [];
  if (lackFor(stops, () => false) === null) return;
  const lacks = await Promise.all(
    (forecast ?? meshIds).map(async (id) => {
      const columns = (await meshes.byId(id))?.seaColumns;
      const ofChart = voyage?.ice_chart ? ['iceConcentration'] : [];
      return columns ? lackFor(stops, (column) => [...columns, ...ofChart].includes(column)) : null;
    }),
  );
  const isRefused = forecast ? lacks.some((lack) => lack !== null) : !lacks.includes(null);
  const first = lacks.findIndex((lack) => lack !== null);
  if (isRefused) throw new WeatherNotOnMesh((forecast ?? meshIds)[first]!, lacks[first]!);
}
