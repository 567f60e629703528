/** Cruise plans as people write them, and those that the planner's own project ships. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planCruiseCommand } from '../../lib/cli/plan-cruise.ts';
import { haversineNm } from '../../lib/engine/geometry/sphere.ts';
import { runInProcess } from './run-in-process.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polynya-plans-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function planned(plan: string | Uint8Array, ...flags: string[]) {
  const [file, output] = ['plan.yaml', 'out.json'].map((name) => join(folder, name));
  writeFileSync(file!, plan);
  const { code, stdout, stderr } = await runInProcess(planCruiseCommand(), [file!, '-o', output!, ...flags]);
  const legs = stdout === '' ? [] : JSON.parse(readFileSync(output!, 'utf8'));
  return { code, stdout, stderr, legs };
}

const PORTS =
  'ports:\n  - {name: home, latitude: -60, longitude: 0}\n  - {name: base, latitude: -60, longitude: 10}\n';
const leg = (rest: string, ports = 'departure_port: home, arrival_port: base') =>
  `default_vessel_speed: 10\nlegs:\n  - {name: A, ${ports}, ${rest}}\n`;
const point = (place: string, rest = '') => `points:\n  - {name: P, ${place}${rest && `, ${rest}`}}\n`;
/** Hours from home to base at 10 knots, on a great circle. */
const STRAIGHT = haversineNm({ lat: -60, lon: 0 }, { lat: -60, lon: 10 }) / 10;

describe('places and times of a plan', () => {
  const P = [-61, 5];
  it.each([
    ['decimal degrees', 'latitude: -61, longitude: 5'],
    ['texts', 'latitude: "-61.0", longitude: "5.0"'],
    ['letters', 'latitude: "61 00.000 S", longitude: "005 00.000 E"'],
    ['degrees and minutes', 'latitude_decmin: "61 00.000 S", longitude_decmin: "005 00.000 E"'],
    ['a pair', 'position: "-61.0, 5.0"'],
    ['a pair with minutes', `coordinates_ddm: "61 00.00'S, 005 00.00'E"`],
  ])('%s', async (_, place) => {
    const { code, legs } = await planned(PORTS + point(place) + leg('activities: [P]'));
    const expected = await planned(
      PORTS + point(`latitude: ${P[0]}, longitude: ${P[1]}`) + leg('activities: [P]'),
    );
    expect(code).toBe(0);
    expect(legs[0].planned.nm).toBeCloseTo(expected.legs[0].planned.nm, 9);
  });

  it('a longitude of 0 to 360 is wrapped', async () => {
    const text = PORTS + point('latitude: -61, longitude: 355') + leg('activities: [P]');
    expect((await planned(text)).legs).toEqual((await planned(text.replace('355', '-5'))).legs);
  });

  it.each([
    ['90', 1.5],
    ['"90"', 1.5],
    ['"90 min"', 1.5],
    ['"1.5 h"', 1.5],
    ['"1,5 hours"', 1.5],
    ['"1:30"', 1.5],
    ['"2 days"', 48],
  ])('a duration of %s', async (duration, hours) => {
    const text =
      PORTS + point('latitude: -60, longitude: 0', `duration: ${duration}`) + leg('activities: [P]');
    expect((await planned(text)).legs[0].planned.hours).toBeCloseTo(STRAIGHT + hours, 6);
  });

  it('times before and after the work are part of the stay, and duration_minutes is a duration', async () => {
    const rest = 'duration_minutes: 60, delay_start: 30, delay_end: "30 min"';
    const { legs } = await planned(
      PORTS + point('latitude: -60, longitude: 0', rest) + leg('activities: [P]'),
    );
    expect(legs[0].planned.hours).toBeCloseTo(STRAIGHT + 2, 6);
  });

  it.each([
    [
      'points:\n  - {name: P, latitude: -60, longitude: 0, duration: soon}\n',
      'points 1, duration: must be minutes',
    ],
    ['points:\n  - {name: P, position: here}\n', 'points 1, latitude: '],
    ['points:\n  - {name: P, latitude: -91, longitude: 0}\n', 'points 1, latitude: '],
  ])('what can not be read is named: %j', async (points, message) => {
    const { code, stderr } = await planned(PORTS + points + leg('activities: [P]'));
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('ports of a plan', () => {
  const stop = point('latitude: -60, longitude: 5');
  const direct = async (ports: string, ...flags: string[]) =>
    planned(stop + leg('activities: [P]', ports), ...flags);
  const HOME = 'name: home, latitude: -60, longitude: 0';

  it('may be written in the leg, or be those of the plan', async () => {
    const inLeg = await direct(`departure_port: {${HOME}}, arrival_port: {${HOME}}`);
    const ofPlan = await planned(
      `departure_port: {${HOME}}\narrival_port: {${HOME}}\n${stop}${leg('activities: [P]', 'x: 1')}`,
    );
    expect(inLeg.code).toBe(0);
    expect(ofPlan.legs).toEqual(inLeg.legs);
  });

  it.each(['port_halifax', 'Halifax', 'halifax', '"Halifax, Nova Scotia"'])('%s is known', async (name) => {
    const { code, stdout } = await direct(`departure_port: ${name}, arrival_port: port_st_johns`);
    expect(code).toBe(0);
    expect(stdout).toContain("A: Halifax, Nova Scotia to St. John's, Newfoundland");
  });

  it('are asked for where nobody knows them, and taken from the command line', async () => {
    const asked = await direct('departure_port: Punta Arenas, arrival_port: port_halifax');
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('--port "Punta Arenas=LAT,LON"')]);
    const given = await direct(
      'departure_port: Punta Arenas, arrival_port: Punta Arenas',
      '--port',
      'Punta Arenas=-60,0',
    );
    const inLeg = await direct(`departure_port: {${HOME}}, arrival_port: {${HOME}}`);
    expect(given.legs[0].planned).toEqual(inLeg.legs[0].planned);
  });
});

describe('what a plan has beside', () => {
  it.each(['sections: [{name: S}]', 'stations: [P], activities: [P]', 'delay_end: 90'])(
    'a key of a leg that is not known is named: %s',
    async (rest) => {
      const text = PORTS + point('latitude: -60, longitude: 5') + leg(rest);
      const { code, stdout } = await planned(text);
      expect(code).toBe(rest.includes('activities') ? 0 : 1);
      expect(stdout).toContain(`not read: "${rest.split(':')[0]}"\n`);
      expect(stdout.includes('nothing is planned')).toBe(code === 1);
    },
  );

  it.each([
    'sequence: [P, Q]',
    'stations: [P, Q]',
    'moorings: [P], stations: [Q]',
    'activities: [], clusters: [{name: C, stations: [P, Q]}]',
  ])('what a leg does was called otherwise once: %s', async (rest) => {
    const points = `${point('latitude: -60, longitude: 2')}  - {name: Q, latitude: -60, longitude: 5}\n`;
    const { code, stdout, legs } = await planned(PORTS + points + leg(rest));
    expect([code, legs[0].planned.order]).toEqual([0, ['P', 'Q']]);
    expect(stdout).not.toContain('not read');
  });

  it('lists of the plan, keys of clusters, lines and areas are named too; a passage without activities is none', async () => {
    const passage = `${PORTS}watches: [{a: 1}]\n${leg('activities: [], clusters: [{casts: [1]}]')}`;
    const told = await planned(passage);
    expect(told.code).toBe(0);
    expect(told.stdout).toContain('not read: "watches"\n');
    expect(told.stdout).toContain('not read: "casts"\n');
    // what stations were made of along a line, in the oldest plans
    const transect = 'generate_transect: {start: "-60, 2", end: "-60, 5", spacing: 20}';
    for (const rest of [transect, `clusters: [{name: C, ${transect}}]`]) {
      const { code, stdout } = await planned(PORTS + leg(rest));
      expect([code, stdout]).toEqual([1, expect.stringContaining('not read: "generate_transect"\n')]);
    }
    const section = 'sections: [{name: S, start: "-60, 2", end: "-60, 5", distance_between_stations: 20}]\n';
    expect((await planned(PORTS + section + leg('activities: []'))).stdout).toContain(
      'not read: "sections"\n',
    );
    const lines = `lines: [{name: L, route: ["-60, 2", "-60, 5"], max_depth: 900}]\n`;
    const { stdout } = await planned(PORTS + lines + leg('activities: [L]'));
    expect(stdout).toContain('not read: "L: max_depth"\n');
  });

  it('a delay before the leg departs is time, as its buffer is', async () => {
    const { legs } = await planned(PORTS + leg('activities: [], delay_start: 90, buffer_time: 60'));
    expect(legs[0].planned.hours).toBeCloseTo(STRAIGHT + 2.5, 6);
  });

  it('activities that name nothing are all left out: an exit with 1', async () => {
    expect((await planned(PORTS + leg('activities: [Q]'))).code).toBe(1);
  });

  it('stations of the plan and points within a leg are read', async () => {
    const text = `${PORTS}stations:\n  - {name: S, latitude: -60, longitude: 2}\n${leg('first_station: S, activities: [S, {name: I, latitude: -60, longitude: 3}]')}`;
    const { code, legs } = await planned(text);
    expect(code).toBe(0);
    expect(legs[0].planned.order).toEqual(['S', 'I']);
  });

  it('names in windows-1252 are read, and that is said', async () => {
    const text = Buffer.from(
      PORTS.replaceAll('home', 'Åre') + leg('activities: []', 'departure_port: Åre, arrival_port: base'),
      'latin1',
    );
    const { code, stdout, stderr } = await planned(text);
    expect(code).toBe(0);
    expect(stdout).toContain('A: Åre to base');
    expect(stderr).toContain('windows-1252');
  });

  it('without a speed it sails as fast as the planner, and says so', async () => {
    const text = PORTS + leg('activities: []').replace('default_vessel_speed: 10\n', '');
    const { stdout, legs } = await planned(text);
    expect(stdout).toContain('10 knots, as the planner takes it');
    expect(legs[0].planned.hours).toBeCloseTo(STRAIGHT, 6);
  });
});

const SHIPPED = join(import.meta.dirname, '../../../shared/reference/voyages/cruiseplan');

describe.skipIf(!existsSync(SHIPPED))('plans of the planner itself', () => {
  it.each<[file: string, orders: readonly (readonly string[])[], told?: string]>([
    ['tc1_single', [['STN_001']]],
    ['tc1_mooring', [['MOORING_001']], 'no duration in the plan: MOORING_001'],
    ['tc2_two_legs', [['STN_001'], ['STN_002']]],
    ['test_transit_distance', [['Mooring_A', 'Mooring_B']]],
    [
      'stations',
      [['STN_001', 'STN_002', 'STN_003', 'Transit_01', 'Area_01']],
      'line "Transit_01": 84.3 NM at 10.0 knots\n  area "Area_01": 9 lines',
    ],
  ])('%s', async (file, orders, told = '') => {
    const { code, stdout, legs } = await planned(readFileSync(join(SHIPPED, `${file}.yaml`)));
    expect(code).toBe(0);
    expect(legs.map(({ planned }: { planned: { order: string[] } }) => planned.order)).toEqual(orders);
    expect(stdout).toContain(told);
  });

  it.each<[file: string, stops: readonly number[]]>([
    ['tc3_clusters', [4, 4, 4, 4, 4, 4]],
    ['coldsnap-2028-newformat', [30]],
    ['Interactive_Session_enriched', [12]],
  ])('%s', async (file, stops) => {
    const { code, legs } = await planned(readFileSync(join(SHIPPED, `${file}.yaml`)));
    expect(code).toBe(0);
    expect(legs.map(({ planned }: { planned: { order: string[] } }) => planned.order.length)).toEqual(stops);
    for (const { left_out } of legs) expect(left_out).toEqual([]);
  });
});
