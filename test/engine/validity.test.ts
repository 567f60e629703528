/** Whatever the mesh and the points: a sound route, or an error with a name that is true. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../../lib/engine/waypoints/errors.ts';
import { runs } from '../thorough.ts';
import { forRandomMeshes, type Trial } from './for-random-meshes.ts';
import { contains } from './oracle/brute-force.ts';
import { componentsOf } from './oracle/crossings.ts';
import { examine, totalOf } from './oracle/examine.ts';
import { chordNm, nearestNm } from './oracle/nearest-water.ts';
import { legCost } from './oracle/sailing.ts';
import { isOpen, randomMesh, randomPoint } from './random-mesh.ts';

const examined = (trial: Trial) => examine(trial, trial.start, trial.end).faults;

describe('routes over random meshes', () => {
  it('are sound, and found wherever there is a way', () => {
    forRandomMeshes(runs(4, 8), {}, examined);
  });

  it.each(['antimeridian', 'polar'] as const)('are sound: %s', (place) => {
    forRandomMeshes(runs(2, 5), { place }, examined);
  });

  it.each(['scattered', 'walls'] as const)('are sound between closed cells: %s', (closed) => {
    forRandomMeshes(runs(1, 3), { closed, cells: 200, headings: 'alike' }, examined);
  });

  it('are sound where currents overwhelm the vessel', () => {
    forRandomMeshes(runs(2, 5), { currents: 'overwhelming', cells: 60 }, examined);
  });
});

describe('an end in a closed cell', () => {
  it('moves to the nearest water from which the other end can be reached', () => {
    forRandomMeshes(
      runs(2, 5),
      { closed: 'islands', cells: 50, currents: 'weak', headings: 'wind' },
      (trial) => {
        const closed = closedPoint(trial);
        return closed ? [...faultsOfMove(trial, closed, 'start'), ...faultsOfMove(trial, closed, 'end')] : [];
      },
    );
  });

  it('stays where it is when it lies on the edge of an open cell', () => {
    forRandomMeshes(
      runs(3, 6),
      { closed: 'scattered', cells: 60, currents: 'weak' },
      ({ source, mesh, random }) => {
        const open = source.ids.map((_, row) => row).filter((row) => isOpen(source, row));
        const row = open[Math.floor(random() * open.length)]!;
        const [west, south, east, north] = source.bounds.subarray(4 * row, 4 * row + 4);
        const from = { lon: west!, lat: south! + random() * (north! - south!) };
        const to = { lon: east!, lat: south! };
        const plan = planRoute(mesh, from, to);
        return plan.start.movedNm === 0 && plan.end.movedNm === 0 ? [] : ['moved'];
      },
    );
  });
});

describe('particular requests', () => {
  it('start equals end: a route of no cost', () => {
    forRandomMeshes(runs(3, 6), {}, ({ mesh, start }) =>
      planRoute(mesh, start, start).routes.flatMap(({ track: { timeDays, distanceM, coordinates } }) => {
        const isNone = timeDays.at(-1) === 0 && distanceM.at(-1) === 0 && coordinates.length >= 2;
        return isNone ? [] : [`${coordinates.length} points, ${timeDays.at(-1)} days, ${distanceM.at(-1)} m`];
      }),
    );
  });

  it('both ends in one cell: no dearer than the straight leg', () => {
    forRandomMeshes(6, { cells: 1, currents: 'weak', place: 'region' }, ({ source, mesh, start, end }) => {
      const ends = [start, end].map(({ lon, lat }) => [lon, lat] as const);
      return planRoute(mesh, start, end).routes.flatMap(({ track, objective }) => {
        const straight = legCost(source, objective, 0, ends[0]!, ends[1]!);
        const cost = totalOf(track, objective);
        return cost <= straight * (1 + 1e-9) ? [] : [`${objective}: ${cost}, straight ${straight}`];
      });
    });
  });

  it('a vessel that consumes nothing: the fastest route is that of least fuel too', () => {
    forRandomMeshes(6, { currents: 'weak' }, ({ source, start, end }) => {
      const free = { ...source, rates: source.rates!.map(() => 0), consumption: 'fuel' as const };
      const { routes } = planRoute(openMesh(compileMesh(free)), start, end, { certificate: true });
      const [fastest, least] = routes;
      const isFree = least!.objective === 'fuel' && totalOf(least!.track, 'fuel') === 0;
      return isFree && least!.track === fastest!.track ? [] : [`${routes.length} routes`];
    });
  });

  it('a point outside the mesh is told by its name', () => {
    const { source } = randomMesh(1, { place: 'region' });
    const mesh = openMesh(compileMesh(source));
    const inside = randomPoint({ source } as never, () => 0.5);
    const outside = { lat: 89, lon: inside.lon };
    expect(() => planRoute(mesh, outside, inside)).toThrow(WaypointOutsideMesh);
    expect(() => planRoute(mesh, inside, outside)).toThrow(WaypointOutsideMesh);
  });
});

/** A point well inside a closed cell. */
function closedPoint({ source, random }: Trial) {
  const rows = source.ids.map((_, row) => row).filter((row) => !isOpen(source, row));
  const row = rows[Math.floor(random() * rows.length)];
  if (row === undefined) return null;
  const [west, south, east, north] = source.bounds.subarray(4 * row, 4 * row + 4);
  return {
    lon: west! + (0.1 + 0.8 * random()) * (east! - west!),
    lat: south! + (0.1 + 0.8 * random()) * (north! - south!),
  };
}

function faultsOfMove(trial: Trial, closed: Trial['start'], which: 'start' | 'end'): string[] {
  const { source, mesh, crossings, end: other } = trial;
  const component = componentsOf(source, crossings, true);
  const own = component.filter((name, row) => name >= 0 && contains(source, row, [other.lon, other.lat]));
  const rows = source.ids.map((_, row) => row).filter((row) => own.includes(component[row]!));
  const expectedNm = nearestNm(source, rows, closed);
  try {
    const plan = which === 'start' ? planRoute(mesh, closed, other) : planRoute(mesh, other, closed);
    const { used, movedNm } = plan[which];
    const faults: string[] = [];
    if (expectedNm > 300.001) faults.push(`moved ${expectedNm} NM, beyond the limit`);
    if (Math.abs(movedNm - expectedNm) > 1e-3) faults.push(`moved ${movedNm} NM, expected ${expectedNm}`);
    const actualNm = chordNm([closed.lon, closed.lat], [used.lon, used.lat]);
    if (Math.abs(actualNm - movedNm) > 1e-6) faults.push(`says ${movedNm} NM, moved ${actualNm}`);
    if (!rows.some((row) => contains(source, row, [used.lon, used.lat]))) faults.push('not in open water');
    return faults;
  } catch (error) {
    if (!(error instanceof RouteInaccessible)) throw error;
    return expectedNm < 299.999 ? [`water ${expectedNm} NM away, but no route`] : [];
  }
}
