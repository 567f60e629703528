/** What it costs to choose speeds, in times of a plain request (both objectives, with certificates), and what is proved of them. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../lib/engine/mesh/mesh.ts';
import { parseMesh } from '../lib/meshes/read/parse-mesh.ts';
import { routeRequest } from '../lib/routes/route-request.ts';
import { vesselOf } from '../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import { referenceRoutes } from '../test/engine/reference.ts';
import { sda } from '../test/vessel/vehicles.ts';
import type { Figure } from './goals.ts';
import { median, printTable, processorMilliseconds } from './statistics.ts';

const MESH = new URL('../../shared/reference/meshes/weddell-sea-8k.env.json.gz', import.meta.url);
const RUNS = 5;
/** Of the time of the fastest route. */
const TIMES = [1.05, 1.2, 1.5, 2.2];
const VOYAGES = 9;

export function measureSpeeds(): Figure[] {
  if (!existsSync(MESH)) return [];
  const source = parseMesh(gunzipSync(readFileSync(MESH))).source;
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(sda), source)));
  const pairs = referenceRoutes('weddell-sea-8k').filter(({ objective }) => objective === 'traveltime');
  const rows = pairs.map(({ pair, start, end }) => {
    const plan = (fields: object) => {
      const { voyage } = routeRequest.parse({
        ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
        ...fields,
      });
      return planVoyage(mesh, { start, end, vehicle: sda, voyage }, { certificate: true });
    };
    const hours = 24 * plan({}).routes[0]!.track.timeDays.at(-1)!;
    const asked = [{}, ...TIMES.map((times) => ({ within_hours: times * hours })), { trade_off: VOYAGES }];
    // in turn, so that what else the machine does weighs on all alike
    const runs = Array.from({ length: RUNS }, () =>
      asked.map((fields) => processorMilliseconds(() => plan(fields))),
    );
    const [plain, ...others] = asked.map((_, k) => median(runs.map((each) => each[k]!)));
    const ratios = others.map((ms) => ms / plain!);
    const gaps = asked.slice(1, -1).map((fields) => plan(fields).routes.at(-1)!.optimality!.gapPercent);
    const curve = plan({ trade_off: VOYAGES }).tradeOff!.map(({ gapPercent }) => gapPercent!);
    return { pair, plain: plain!, within: ratios.slice(0, -1), tradeOff: ratios.at(-1)!, gaps, curve };
  });
  console.log('\nSpeeds');
  printTable(
    ['pair', 'plain ms', ...TIMES.map((times) => `within ${times}`), `trade-off of ${VOYAGES}`, 'gaps'],
    rows.map(({ pair, plain, within, tradeOff, gaps }) => [
      pair,
      plain.toFixed(0),
      ...within.map((ratio) => `${ratio.toFixed(1)} ×`),
      `${tradeOff.toFixed(1)} ×`,
      gaps.map((gap) => gap.toFixed(2)).join(' '),
    ]),
  );
  const gaps = rows.flatMap((row) => [...row.gaps, ...row.curve]);
  const figure = (what: string, unit: Figure['unit'], measured: number, goal: number): Figure => ({
    what,
    unit,
    measured,
    goal,
  });
  return [
    figure(
      'voyage within a time, worst, to a plain request',
      '',
      Math.max(...rows.flatMap(({ within }) => within)),
      8,
    ),
    figure(
      `trade-off of ${VOYAGES}, worst, to a plain request`,
      '',
      Math.max(...rows.map((row) => row.tradeOff)),
      15,
    ),
    figure('chosen speeds, certified gap, median', '%', median(gaps), 0.3),
    figure('chosen speeds, certified gap, worst', '%', Math.max(...gaps), 1),
  ];
}
