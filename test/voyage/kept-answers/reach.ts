/** Where a ship can be, and the matrix between places. */
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { matrixAnswer } from '../../../lib/voyage/matrix/matrix-answer.ts';
import { matrixRequest } from '../../../lib/voyage/matrix/matrix-fields.ts';
import { reachRequest } from '../../../lib/voyage/reach/reach-fields.ts';
import { reachGeoJson } from '../../../lib/voyage/reach/reach-geojson.ts';
import { type MeshTraits, randomMesh, randomNumbers, randomPoint } from '../../engine/random-mesh.ts';
import { openSea } from '../../zones/open-sea.ts';
import { type Cases, clocked } from './clocked.ts';
import { end, newMeshes, start } from './seas.ts';

const ship = (): Mesh => newMeshes()[0]!;
const drawn = (seed: number, traits: Partial<MeshTraits>) => {
  const made = randomMesh(seed, { cells: 24, consumption: 'fuel', place: 'region', ...traits });
  const random = randomNumbers(seed);
  return {
    mesh: openMesh(compileMesh(made.source)),
    places: Array.from({ length: 5 }, () => randomPoint(made, random)),
  };
};
const LIMIT_NM = 100;
const middle = { lat: -62.4, lon: 4.2 };

const reached = (mesh: Mesh, fields: object, { looks = Infinity, isMoving = false } = {}) =>
  clocked(({ now }) => {
    const isOver = () => now() >= looks;
    const { features } = reachGeoJson(mesh, reachRequest.parse(fields), LIMIT_NM, { isOver, isMoving });
    return features.map(({ geometry, properties }) => {
      const { area_km2, touches_edge, contour, origin, moved_nm } = properties;
      const lines = geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : geometry.coordinates;
      return { contour, origin, area_km2, touches_edge, moved_nm, lines };
    });
  });
const hours = (...all: number[]) => all.map((each) => ({ hours: each }));
const wild = (seed: number, traits: Partial<MeshTraits>, fields: object, origins = 1) => {
  const { mesh, places } = drawn(seed, traits);
  return reached(mesh, { origins: places.slice(0, origins), ...fields });
};
const to = (seed: number, traits: Partial<MeshTraits>, fields: object) => {
  const { mesh, places } = drawn(seed, traits);
  return reached(mesh, { origins: [places[0]], destination: places[1], ...fields });
};

export const reach: Record<string, () => string> = {
  'in hours': () => reached(ship(), { origins: [start], contours: hours(6, 16) }),
  'on the way back': () => reached(ship(), { origins: [start], contours: hours(12), reverse: true }),
  'with fuel': () => reached(ship(), { origins: [middle], contours: [{ fuel: 8 }] }),
  'in miles': () => reached(ship(), { origins: [middle], contours: [{ nm: 60 }] }),
  'by way of which a voyage takes little more': () =>
    reached(ship(), { origins: [start], destination: end, contours: [{ percent: 2 }, { percent: 10 }] }),
  'with fuel, by way of which a voyage takes little more': () =>
    reached(ship(), { origins: [start], destination: end, contours: [{ percent: 1 }], of: 'fuel' }),
  'within hours to a destination': () =>
    reached(ship(), { origins: [start], destination: end, contours: hours(10, 22) }),
  'of several that leave at their times': () =>
    reached(ship(), {
      origins: [start, { ...end, delay_hours: 3 }, middle, { ...middle, delay_hours: 1 }],
      contours: hours(9),
    }),
  'along lines': () => reached(ship(), { origins: [start], contours: hours(8), polygons: false }),
  'while a hand moves': () => reached(ship(), { origins: [start], contours: hours(12) }, { isMoving: true }),
  'when time is up': () => reached(ship(), { origins: [start], contours: hours(12) }, { looks: 20 }),
  'in a small part of a cell': () => reached(ship(), { origins: [middle, end], contours: hours(0.2, 1) }),
  'round one of several, in a small part of a cell': () =>
    reached(ship(), { origins: [middle, { ...middle, lon: 4.3 }], contours: [{ nm: 2 }] }),
  'hardly further than the voyage': () =>
    reached(ship(), { origins: [start], destination: end, contours: [{ percent: 0.1 }] }),
  'from land': () => reached(ship(), { origins: [{ lat: -61.6, lon: 3.1 }], contours: hours(4) }),
  'from no sea': () => reached(ship(), { origins: [{ lat: 0, lon: 3.1 }], contours: hours(4) }),
  'of what is not consumed': () => reached(ship(), { origins: [start], contours: [{ battery: 4 }] }),
  'in a strong current': () =>
    wild(3, { currents: 'strong', closed: 'islands', headings: 'alike' }, { contours: hours(20, 60) }),
  'between walls, with headings': () =>
    wild(5, { currents: 'weak', closed: 'walls', headings: 'wind' }, { contours: hours(30) }, 3),
  'across the antimeridian': () =>
    wild(
      7,
      { currents: 'weak', closed: 'scattered', headings: 'alike', place: 'antimeridian' },
      { contours: hours(40) },
      2,
    ),
  'by way of which, in a current': () =>
    to(3, { currents: 'strong', closed: 'islands', headings: 'alike' }, { contours: [{ percent: 5 }] }),
  'by way of which, with headings that differ': () =>
    to(
      4,
      { currents: 'weak', closed: 'scattered', headings: 'wild' },
      { contours: [{ percent: 8 }], of: 'fuel' },
    ),
};

/** Seas of any kind: with headings that differ, across the antimeridian, round the globe, near a pole. */
const SEEDS = Array.from({ length: 24 }, (_, k) => k + 20);
for (const seed of SEEDS) {
  reach[`in drawn sea ${seed}`] = () =>
    seed % 3 === 0
      ? to(seed, { cells: 16 }, { contours: [{ percent: 4 }] })
      : wild(seed, { cells: 16 }, { contours: hours(18, 50), reverse: seed % 2 === 0 }, 1 + (seed % 3));
}

const table = (mesh: Mesh, fields: object, passed?: (looks: number) => number) =>
  clocked(({ now }) => {
    const part = () => {
      const looks = now();
      return passed ? passed(looks) : 0;
    };
    return matrixAnswer(mesh, 7, matrixRequest.parse(fields), LIMIT_NM, part);
  });
const grid = (columns: number, lines: number) =>
  Array.from({ length: columns * lines }, (_, k) => ({
    lat: -63.7 + (3.4 * Math.floor(k / columns)) / lines,
    lon: 0.3 + (7.4 * (k % columns)) / columns,
  }));

export const matrix: Cases = {
  'of few pairs': () =>
    table(ship(), { sources: [start, middle, end], targets: [{ ...end, name: 'End' }, start] }),
  'of many pairs': () => table(ship(), { sources: grid(4, 5), targets: grid(7, 3) }),
  'of many sources': () => table(ship(), { sources: grid(6, 7), targets: grid(5, 2) }),
  'with a place on land': () => table(ship(), { sources: [{ lat: -61.6, lon: 3.1 }, start] }),
  'with a place in no sea': () => table(ship(), { sources: [{ lat: 0, lon: 0, name: 'Null' }, start] }),
  'where there is no way': () => {
    const { mesh, places } = drawn(5, { currents: 'overwhelming', closed: 'walls', consumption: 'battery' });
    return table(mesh, { sources: places });
  },
  'between two waters': () => {
    const isLand = (column: number) => column === 2;
    const waters = openSea({ west: 0, south: -64, columns: 6, rows: 4, height: 0.5, isLand });
    const lons = [0.5, 1.2, 2.6, 3.5, 4.2, 5.1];
    return table(waters, { sources: lons.map((lon, k) => ({ lat: -63.7 + 0.2 * k, lon })) });
  },
  'when time is up': () => table(ship(), { sources: grid(3, 2) }, (looks) => looks / 200),
  'when time would be up': () => table(ship(), { sources: grid(4, 6) }, (looks) => looks / 2000),
};
