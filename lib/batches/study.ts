/** The routes that a study stands for. */
import type { Study } from './batch-fields.ts';

/** A body of a request for a route, before it is checked. */
export type LineBody = Readonly<Record<string, unknown>>;

const MS_PER_HOUR = 3_600_000;

/**
 * Every combination, each with a key that names what is varied: `7/SDA/2026-11-27T10:00:00.000Z`.
 *
 * @param meshIds the meshes that it varies; null where it varies none
 */
export function* expandStudy(
  { request, over }: Study,
  meshIds: readonly number[] | null,
): Generator<LineBody> {
  const meshes = meshIds?.map((mesh_id) => ({ key: `${mesh_id}`, fields: { mesh_id } })) ?? [NOT_VARIED];
  const vehicles = over.vehicles?.map((type) => ({ key: type, fields: { vehicle_type: type } })) ?? [
    NOT_VARIED,
  ];
  const pairs = over.pairs?.map((pair, i) => ({ key: `pair ${i + 1}`, fields: pair })) ?? [NOT_VARIED];
  for (const mesh of meshes) {
    for (const vehicle of vehicles) {
      for (const pair of pairs) {
        for (const departure of departuresOf(over.departures)) {
          const varied = [mesh, vehicle, pair, departure];
          const key = varied.flatMap((each) => each.key ?? []).join('/');
          yield Object.assign({}, request, ...varied.map(({ fields }) => fields), { key });
        }
      }
    }
  }
}

interface Variant {
  readonly key?: string;
  readonly fields: object;
}

const NOT_VARIED: Variant = { fields: {} };

function* departuresOf(departures: Study['over']['departures']): Generator<Variant> {
  if (!departures) yield NOT_VARIED;
  else if (Array.isArray(departures)) {
    for (const departure of departures) yield { key: departure, fields: { departure } };
  } else {
    const [from, to] = [Date.parse(departures.from), Date.parse(departures.to)];
    for (let i = 0; from + i * departures.step_hours * MS_PER_HOUR <= to; i++) {
      const departure = new Date(from + i * departures.step_hours * MS_PER_HOUR).toISOString();
      yield { key: departure, fields: { departure } };
    }
  }
}
