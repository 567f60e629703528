/** The matrix, judged by great circles on a uniform sea and by single routes. */
import { describe, expect, test, vi } from 'vitest';
import { refusalOf } from '../../../lib/api/errors.ts';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { FieldSolver } from '../../../lib/engine/field.ts';
import { haversineNm, type LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { MatrixTooLarge } from '../../../lib/voyage/matrix/matrix.ts';
import { matrixAnswer } from '../../../lib/voyage/matrix/matrix-answer.ts';
import { matrixRequest } from '../../../lib/voyage/matrix/matrix-fields.ts';
import { NotOnMesh } from '../../../lib/voyage/not-on-mesh.ts';
import { ReachTooLarge } from '../../../lib/voyage/reach/reach-too-large.ts';
import { type MeshTraits, randomMesh, randomNumbers, randomPoint } from '../../engine/random-mesh.ts';
import { type GridOptions, gridMesh } from '../../local/grid-mesh.ts';
import { parseVesselMesh } from '../../meshes/parse-vessel-mesh.ts';
import { seaOf as iceSea, ship, spaced } from '../../speed/seas.ts';
import { some } from '../../thorough.ts';

const TEN_KNOTS_KMH = 18.52;
const MESH_ID = 7;
const LIMIT_NM = 300;

const seaOf = (options: GridOptions = {}): Mesh => {
  const json = Buffer.from(JSON.stringify(gridMesh({ speedKmh: TEN_KNOTS_KMH, ...options })));
  return openMesh(compileMesh(parseVesselMesh(json).source));
};
const named = (places: readonly LatLon[]) => places.map((place) => ({ ...place, name: null }));
const ask = (
  mesh: Mesh,
  sources: readonly LatLon[],
  targets: readonly LatLon[] | null = null,
  passed?: () => number,
) =>
  matrixAnswer(
    mesh,
    MESH_ID,
    { sources: named(sources), targets: targets && named(targets) },
    LIMIT_NM,
    passed,
  );
const spread = (count: number): LatLon[] =>
  Array.from({ length: count }, (_, k) => ({
    lat: -69.5 + ((k * 3.37) % 9),
    lon: -59.5 + ((k * 5.83) % 9),
  }));

/** Null where there is no way. */
function best(mesh: Mesh, start: LatLon, end: LatLon) {
  try {
    return planRoute(mesh, start, end, { adjustmentLimitNm: 0 });
  } catch (error) {
    if (error instanceof RouteInaccessible) return null;
    throw error;
  }
}

describe('on a uniform sea', () => {
  const sea = seaOf();

  test.each([
    ['each pair as a request of its own', 5, 4, 0.01],
    ['a field for each source', 3, 134, 0.3],
    ['a field for each target', 134, 3, 0.3],
  ])('values are those of great circles: %s', (_, rows, columns, accuracy) => {
    const [sources, targets] = [spread(rows), spread(columns + 7).slice(7)];
    const fields = [vi.spyOn(FieldSolver.prototype, 'from'), vi.spyOn(FieldSolver.prototype, 'to')];
    const answer = ask(sea, sources, targets);
    // one for each objective
    const found = fields.map(({ mock }) => mock.calls.length / 2);
    for (const spy of fields) spy.mockRestore();
    expect(found).toEqual(accuracy < 0.1 ? [0, 0] : rows < columns ? [rows, 0] : [0, columns]);
    expect(answer).toMatchObject({ mesh_id: MESH_ID, accuracy_percent: accuracy });
    expect(answer.traveltime_days).toHaveLength(rows);
    sources.forEach((source, row) => {
      expect(answer.traveltime_days[row]).toHaveLength(columns);
      targets.forEach((target, column) => {
        const nm = haversineNm(source, target);
        for (const [value, truth] of [
          [answer.traveltime_days, nm / 240],
          [answer.distance_metres, nm * 1852],
          [answer.fuel_tonnes!, (nm / 240) * TEN_KNOTS_KMH], // the mesh burns so much a day
        ] as const) {
          const one = value[row]![column]!;
          expect(one).toBeGreaterThanOrEqual(truth * (1 - 1e-6));
          expect(one).toBeLessThanOrEqual(truth * (1 + accuracy / 100) + 1e-9);
        }
      });
    });
  });

  test('without targets, the sources; from a place to itself all is 0', () => {
    const answer = ask(sea, spread(3));
    expect(answer.targets).toEqual(answer.sources);
    for (const k of [0, 1, 2]) {
      expect(answer.traveltime_days[k]![k]).toBe(0);
      expect(answer.distance_metres[k]![k]).toBe(0);
      expect(answer.fuel_tonnes![k]![k]).toBe(0);
    }
  });

  test.each([
    [4, 5],
    [5, 100],
  ])('out of time, %i × %i pairs are refused with how many fit', (rows, columns) => {
    let part = 0.9;
    const refused = new RegExp(`^${rows * columns} pairs .*about \\d+ fit in a request. Ask for fewer`);
    expect(() => ask(sea, spread(rows), spread(columns), () => (part += 0.02))).toThrow(refused);
  });

  test.each([
    ['a pair', 1],
    ['a field', 401],
  ])('the clock is looked at while %s is searched for', (_, times) => {
    const targets = Array.from({ length: times }, () => ({ lat: -60.5, lon: -50.5 }));
    let looks = 0;
    ask(sea, [{ lat: -69.5, lon: -59.5 }], targets, () => 0 * ++looks);
    // besides before all pairs, and after each
    expect(looks).toBeGreaterThan(1 + times);
  });

  test('where the time is up while the last pair is searched for, that pair is not answered', () => {
    let looks = 0;
    const askWith = (passed: () => number) => ask(sea, spread(4), spread(9).slice(4), passed);
    askWith(() => 0 * ++looks);
    const late = looks - 1;
    looks = 0;
    expect(() => askWith(() => Number(++looks >= late))).toThrow(/^20 pairs/);
  });

  test('what breaks while a pair is searched for does not make it a pair without a way', () => {
    let looks = 0;
    const breaks = () => {
      if (++looks === 2) throw new Error('broken');
      return 0;
    };
    expect(() => ask(sea, spread(1), spread(2).slice(1), breaks)).toThrow('broken');
  });

  test('what will not be done in time is refused after a fifth of it, and what is told to fit, fits', () => {
    // the clock goes on each time that it is looked at
    let looks = 0;
    ask(sea, spread(4), spread(9).slice(4), () => 0 * ++looks);
    const within = (whole: number, rows: number, columns: number, begun = 0) => {
      let part = begun;
      const step = whole / looks;
      try {
        ask(sea, spread(rows), spread(4 + columns).slice(4), () => (part += step));
        return { part, message: null };
      } catch (error) {
        return { part, message: (error as Error).message };
      }
    };
    expect(within(0.9, 4, 5)).toMatchObject({ message: null });
    const { part, message } = within(2, 4, 5);
    expect(part).toBeGreaterThan(0.2);
    expect(part).toBeLessThan(0.4);
    // of what is left where the mesh took half of it
    const later = within(0.8, 4, 5, 0.5);
    expect(later.message).toMatch(/^20 pairs/);
    expect(later.part).toBeGreaterThan(0.6);
    expect(later.part).toBeLessThan(0.8);
    const fitOf = (told: string | null) => Number(/about (\d+) fit/.exec(told!)![1]);
    expect(fitOf(later.message)).toBeGreaterThanOrEqual(8);
    expect(fitOf(later.message)).toBeLessThanOrEqual(12);
    const fit = fitOf(message);
    expect(fit).toBeGreaterThanOrEqual(5);
    expect(within(2, 1, fit)).toMatchObject({ message: null });
  });
});

describe('where water is apart', () => {
  const wall = seaOf({ isOpen: (_, lon) => Math.floor(lon) !== -55 });
  const [west, other, east, onWall] = [
    { lat: -65.5, lon: -58.5 },
    { lat: -62.5, lon: -57.5 },
    { lat: -65.5, lon: -52.5 },
    { lat: -65.5, lon: -54.4 },
  ];

  test.each(some(1, [30, 1]))('there is null where there is no way (sources: %i times three)', (times) => {
    const sources = Array.from({ length: times }, () => [west, other, east]).flat();
    const answer = ask(wall, sources, [west, east, other, other, east]);
    for (const table of [answer.traveltime_days, answer.distance_metres, answer.fuel_tonnes!]) {
      const isWay = table.map((row) => row.map((value) => value !== null));
      const expected = [
        [true, false, true, true, false],
        [true, false, true, true, false],
        [false, true, false, false, true],
      ];
      expect(isWay).toEqual(Array.from({ length: times }, () => expected).flat());
    }
  });

  test('a place in a closed cell is moved into the water of the most others, and by how much is said', () => {
    const { sources, traveltime_days } = ask(wall, [west, other, east, onWall]);
    expect(sources[3]!.lon).toBeCloseTo(-55, 9);
    expect(sources[3]!.moved_nm).toBeCloseTo(haversineNm(onWall, sources[3]!), 9);
    expect(sources[0]).toEqual({ ...west, name: null, moved_nm: 0 });
    expect(traveltime_days[3]!.map((days) => days !== null)).toEqual([true, true, false, true]);
    expect(ask(wall, [east, onWall]).sources[1]!.lon).toBeCloseTo(-54, 9);
  });

  test('a place far from open water is a 422 that names it', () => {
    const far = (places: object) => () =>
      matrixAnswer(wall, MESH_ID, { sources: named([west, onWall]), targets: null, ...places }, 1);
    expect(far({})).toThrow(/No open cell lies within 1 NM of source 2/);
    expect(far({})).toThrow(NotOnMesh);
    expect(far({ sources: named([west]), targets: [{ ...onWall, name: 'Rock' }] })).toThrow(
      /target 1 "Rock"/,
    );
  });

  test('a place outside the mesh is the one that is named, also after one far from open water', () => {
    const outside = { lat: 0, lon: 0 };
    const sources = named([west, onWall, outside]);
    const far = () => matrixAnswer(wall, MESH_ID, { sources, targets: null }, 1);
    expect(far).toThrow('Source 3 (0, 0) lies outside the mesh.');
    expect(far).toThrow(NotOnMesh);
  });

  test.each([1, 401])('two waters that touch in a corner are one (columns: %i)', (times) => {
    const corner = seaOf({ isOpen: (lat, lon) => lat < -65 === lon < -55 });
    const { traveltime_days } = ask(
      corner,
      [{ lat: -68.5, lon: -58.5 }],
      Array.from({ length: times }, () => ({ lat: -61.5, lon: -51.5 })),
    );
    const [from, at, to] = [
      { lat: -68.5, lon: -58.5 },
      { lat: -65, lon: -55 },
      { lat: -61.5, lon: -51.5 },
    ] as const;
    const days = (haversineNm(from, at) + haversineNm(at, to)) / 240;
    expect(traveltime_days[0]!.map((value) => value! / days)).toEqual(
      Array(times).fill(expect.closeTo(1, 2)),
    );
  });

  test('many pairs go round as single ones do, where waters touch in a corner and are joined elsewhere', () => {
    const joined = seaOf({ isOpen: (lat, lon) => lat < -65 === lon < -55 || lat < -69 || lon > -51 });
    const [from, to] = [
      { lat: -65.5, lon: -55.5 },
      { lat: -64.5, lon: -54.5 },
    ];
    const [single, many] = [1, 401].map((times) => ask(joined, [from], Array(times).fill(to)));
    expect(many!.traveltime_days[0]![0]! / single!.traveltime_days[0]![0]!).toBeCloseTo(1, 2);
  });

  test('places that are all in closed cells, each near another water, are moved each to its own', () => {
    const walls = seaOf({ isOpen: (_, lon) => ![-58, -55].includes(Math.floor(lon)) });
    const sources = named([-57.9, -54.1].map((lon) => ({ lat: -65.5, lon })));
    const answer = matrixAnswer(walls, MESH_ID, { sources, targets: null }, 5);
    expect(answer.sources.map(({ lon }) => lon)).toEqual([expect.closeTo(-58, 9), expect.closeTo(-54, 9)]);
    expect(answer.traveltime_days).toEqual([
      [0, null],
      [null, 0],
    ]);
  });

  test('of three waters that with most places, wherever among the places they are, has those that are moved', () => {
    const walls = seaOf({ isOpen: (_, lon) => ![-58, -55].includes(Math.floor(lon)) });
    const [first, second] = [-59.5, -56.5].map((lon) => [-69, -65, -61].map((lat) => ({ lat, lon })));
    const rock = { lat: -65.5, lon: -54.6 }; // nearest to the second
    const moved = (...places: LatLon[]) => ask(walls, [...places, rock]).sources.at(-1)!.lon;
    const third = { lat: -65.5, lon: -52 };
    expect(moved(third, second![0]!, first![0]!, third)).toBeCloseTo(-54, 9);
    expect(moved(third, second![0]!, second![1]!, third, third)).toBeCloseTo(-54, 9);
    expect(moved(third, second![0]!, second![1]!)).toBeCloseTo(-55, 9);
    // of two with as many, that of the first
    expect(moved(third, second![0]!)).toBeCloseTo(-54, 9);
  });

  test('it is the one with most places, wherever in it they are', () => {
    const random = randomNumbers(1);
    for (let run = 0; run < 20; run++) {
      const places = Array.from({ length: 5 }, () => {
        const lat = -69.5 + 9 * random();
        return { lat, lon: random() < 0.5 ? -60 + 5 * random() : -54 + 4 * random() };
      });
      const { lon } = ask(wall, [...places, onWall], [west]).sources.at(-1)!;
      const inWest = places.filter((place) => place.lon < -55);
      expect(lon).toBeCloseTo(inWest.length > 2 ? -55 : -54, 9);
    }
  });
});

const KINDS = [
  ['wind', 'antimeridian'],
  ['alike', 'region'],
] as const;

describe.each(some(1, KINDS))(
  'where headings are %s and currents weak, on a mesh of the kind %s',
  (headings, place) => {
    const traits: Partial<MeshTraits> = {
      cells: 25,
      closed: 'islands',
      currents: 'weak',
      consumption: 'fuel',
      headings,
      place,
    };
    const drawn = randomMesh(5, traits);
    const mesh = openMesh(compileMesh(drawn.source));
    const random = randomNumbers(11);
    const places = Array.from({ length: 5 }, () => randomPoint(drawn, random));
    const plans = places.map((start) => places.map((end) => best(mesh, start, end)));

    test.each([
      ['single requests', 1, 1, 1e-4],
      ['fields from sources', 1, 17, 3e-3],
      ['fields to targets', 17, 1, 3e-3],
    ])('each value is that of the best route: %s', (_, timesSources, timesTargets, accuracy) => {
      const repeated = (times: number) => Array.from({ length: times }, () => places).flat();
      const answer = ask(mesh, repeated(timesSources), repeated(timesTargets));
      const { sources } = answer;
      for (let row = 0; row < places.length; row++) {
        for (let column = 0; column < places.length; column++) {
          if (row === column) continue;
          const days = answer.traveltime_days[row]![column]!;
          const plan = plans[row]![column]!;
          if (!plan) {
            expect(days).toBeNull();
            continue;
          }
          const [fastest, least] = plan.routes;
          expect(Math.abs(days / totalOf(fastest!.track, 'traveltime') - 1)).toBeLessThan(accuracy);
          const fuel = answer.fuel_tonnes![row]![column]!;
          expect(Math.abs(fuel / totalOf(least!.track, 'fuel') - 1)).toBeLessThan(accuracy);
          expect(answer.distance_metres[row]![column]).toBeGreaterThan(
            0.999 * 1852 * haversineNm(sources[row]!, sources[column]!),
          );
        }
      }
    });
  },
);

test('many pairs on few wide cells of ice are as near to single routes as on many', () => {
  const ice = (column: number, line: number) =>
    Math.max(0, 60 * Math.sin(line * 0.7) * Math.cos(column * 0.5));
  const land = ['3,3', '5,5', '6,5'];
  const source = iceSea(spaced(-50, -34, 8), spaced(-66, -58, 8), (column, line) => ({
    columns: {
      elevation: land.includes(`${column},${line}`) ? 5 : -2000,
      SIC: ice(column, line),
      thickness: 0.9,
      density: 900,
    },
  }));
  const sea = openMesh(compileMesh(meshForVessel(vesselOf(ship()), source)));
  const from = { lat: -62.623162086778905, lon: -43.609469818799205 };
  const to = { lat: -61.38613767518231, lon: -35.75420549910737 };
  const [[single]] = ask(sea, [from], [to]).traveltime_days as [[number]];
  const many = ask(sea, [from], Array(401).fill(to));
  expect(many.accuracy_percent).toBe(0.3);
  expect(many.traveltime_days[0]![0]! / single - 1).toBeLessThan(0.003);
});

test.each([
  ['fuel', ['fuel_tonnes']],
  ['battery', ['battery_ah']],
  [null, []],
] as const)('on a mesh whose consumption is %s, the answer has %j', (consumption, fields) => {
  const drawn = randomMesh(5, { cells: 25, consumption });
  const place = randomPoint(drawn, randomNumbers(11));
  const answer = ask(openMesh(compileMesh(drawn.source)), [place]);
  expect(Object.keys(answer).filter((name) => /fuel|battery/.test(name))).toEqual(fields);
  expect(Object.keys(answer)).toHaveLength(6 + fields.length);
});

test('at most 2,500 pairs, and fields that there are', () => {
  const place = { lat: -60, lon: 0 };
  const messages = (body: object) =>
    matrixRequest.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  const places = (count: number) => Array.from({ length: count }, () => place);
  expect(messages({ sources: places(50) })).toBeUndefined();
  expect(messages({ sources: places(1), targets: places(2500) })).toBeUndefined();
  expect(messages({ sources: places(51) })).toEqual([
    'sources and targets make 2601 pairs: at most 2500 fit in a request',
  ]);
  expect(messages({ sources: [], targets: [{ lat: 91, lon: 0 }] })).toHaveLength(2);
  expect(messages({ sources: [place], stops: [] })).toEqual([expect.stringMatching(/stops/)]);
});

test('too much for the time there is is a 422, for reach as well', () => {
  expect(refusalOf(new MatrixTooLarge(500, 100))?.status).toBe(422);
  expect(refusalOf(new ReachTooLarge())?.status).toBe(422);
});
