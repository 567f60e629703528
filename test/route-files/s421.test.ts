import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { membersOf } from '../../lib/files/gml.ts';
import { children, readXml } from '../../lib/files/xml.ts';
import { writeRouteFile } from '../../lib/route-files/formats.ts';
import { type PassagePlan, passagePlan } from '../../lib/route-files/passage-plan.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import type { RouteEntry } from '../../lib/route-files/route-entry.ts';
import { writeS421 } from '../../lib/route-files/write-s421.ts';
import { hasReference, referenceBytes, skipped } from '../engine/reference.ts';
import { routeEntry, southward } from './route-entry.ts';

const sample = (name: string) => referenceBytes(`s100/s421/RTE-TEST-${name}.s421.gml`).toString();
const departure = new Date('2026-11-21T10:00:00Z');
const options = { points: 'sailing', departure, rtzVersion: '1.2' } as const;

/** The route of the tests, with the room on both sides of its legs. */
function entry(): RouteEntry {
  const plain = routeEntry(southward, { startName: '<&"> Ålesund' });
  const points = plain.waypoints.sailing.points.map((point, k) =>
    k === 0 ? point : { ...point, clearance_port_nm: 1.5, clearance_starboard_nm: 20 },
  );
  return { ...plain, waypoints: { ...plain.waypoints, sailing: { ...plain.waypoints.sailing, points } } };
}

/** The element of a schedule names the kind of schedule that it is of. */
const namesIn = (element: object): string[] =>
  Object.keys(element).map((name) =>
    name.replace(/(Manual|Calculated|Recommended)Collection$/, 'Collection'),
  );

describe.skipIf(!hasReference)(`S-421 is read${skipped}`, () => {
  it.each([
    ['GMIN', 2, 0],
    ['GBASIC', 10, 4],
    ['GFULL', 10, 4],
  ])('%s of the test files', (name, count, greatCircles) => {
    const { format, routes } = readRouteFile(sample(name));
    const [route] = routes;
    expect([format, routes.length, route!.given, route!.greatCircles]).toEqual([
      'S-421',
      1,
      count,
      greatCircles,
    ]);
    expect(route!.waypoints[0]).toMatchObject({ lat: 59.892863, lon: 25.822235, name: 'WP Name 1' });
    expect(route!.waypoints.at(-1)).toMatchObject({ lat: 54.752189, lon: 12.686162, name: 'WP Name 10' });
    const named = route!.waypoints
      .filter((waypoint) => waypoint.name !== null)
      .map((waypoint) => waypoint.name);
    expect(named).toEqual(
      count === 2 ? ['WP Name 1', 'WP Name 10'] : Array.from({ length: 10 }, (_, k) => `WP Name ${k + 1}`),
    );
  });

  it('with cross-track limits in metres, times in UTC, and a word for what is left out', () => {
    const { routes, notes } = readRouteFile(sample('GFULL'));
    const second = routes[0]!.waypoints.find(({ name }) => name === 'WP Name 2')!;
    expect(second).toMatchObject({ portNm: 500 / 1852, starboardNm: 500 / 1852 });
    expect(routes[0]!.waypoints[0]!.time).toBe('2019-10-21T10:30:00Z');
    expect(notes).toContain('3 action points were not read.');
  });

  it('in the order of its list of waypoints', () => {
    const [first, second] = [
      '<routeWaypoint xlink:href="#RTE.WPT.1"',
      '<routeWaypoint xlink:href="#RTE.WPT.10"',
    ];
    const turned = sample('GMIN').replace(first!, '@').replace(second!, first!).replace('@', second!);
    expect(readRouteFile(turned).routes[0]!.waypoints.map(({ name }) => name)).toEqual([
      'WP Name 10',
      'WP Name 1',
    ]);
  });

  it.each(['GMIN', 'GFULL'])('as drafts of the standard have it, with other capitals: %s', (name) => {
    const draft = sample(name)
      .replaceAll('S421:Dataset', 'S421:DataSet')
      .replaceAll(/S421:Route/g, 'S421:route');
    expect(draft).toContain('<S421:routeWaypoint ');
    expect(readRouteFile(draft)).toEqual(readRouteFile(sample(name)));
  });

  it('with the first of its schedules, and a word that there are more', () => {
    const members = sample('GFULL').match(/<imember>\s*<S421:RouteSchedule[CME ].*?<\/imember>/gs)!;
    const more = members
      .join('')
      .replaceAll('RTE.SCHED.1', 'RTE.SCHED.2')
      .replaceAll('T10:30:00', 'T11:30:00');
    const { routes, notes } = readRouteFile(
      sample('GFULL').replace('</S421:Dataset>', `${more}</S421:Dataset>`),
    );
    expect(more).toContain('RTE.SCHED.2.CAL.ELEMENT.1');
    expect(routes[0]!.waypoints[0]!.time).toBe('2019-10-21T10:30:00Z');
    expect(notes).toContain('Of 2 schedules the first was read.');
  });

  it('from a zip archive, as RTZ and KML are; several files are asked about', () => {
    const gpx = '<gpx><rte><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/></rte></gpx>';
    const rtz = writeRouteFile(entry(), 'rtz', options).text;
    const kml = writeRouteFile(entry(), 'kml', options).text;
    for (const [name, text] of [
      ['a/route.rtz', rtz],
      ['doc.kml', kml],
      ['plan.s421.gml', sample('GMIN')],
      ['x.gpx', gpx],
    ] as const) {
      const { routes } = readRouteFile(zipSync({ [name]: strToU8(text), 'notes.pdf': strToU8('x') }));
      expect(routes[0]!.waypoints, name).toEqual(readRouteFile(text).routes[0]!.waypoints);
    }
    const two = zipSync({ 'a.gpx': strToU8(gpx), 'b.gpx': strToU8(gpx) });
    expect(() => readRouteFile(two)).toThrow('2 files (a.gpx, b.gpx): send one of them');
    expect(() => readRouteFile(zipSync({ 'a.pdf': strToU8('x') }))).toThrow('no file that is read here');
    const inside = zipSync({ 'a.gpx': new Uint8Array(100 * 2 ** 20) }, { level: 9 });
    expect(() => readRouteFile(inside)).toThrow('unpacks to more than 64 MiB');
  });
});

describe('S-421 is written', () => {
  it('so that positions, names, limits and times are read back', () => {
    const plan = passagePlan(entry(), options);
    const { routes } = readRouteFile(writeS421(plan, 'route-12'));
    expect(routes[0]!.name).toBe(plan.name);
    expect(routes[0]!.days).toBeCloseTo(0.2, 5);
    routes[0]!.waypoints.forEach((waypoint, k) => {
      const { lat, lon, name, eta } = plan.waypoints[k]!;
      expect(waypoint.lat).toBeCloseTo(lat, 9);
      expect(waypoint.lon).toBeCloseTo(lon, 9);
      expect(waypoint.name).toBe(name);
      expect(waypoint.time).toBe((k === 0 ? departure : eta!).toISOString().replace('.000', ''));
      // whole metres, and at most 9,999 of them
      if (k > 0) expect([waypoint.portNm, waypoint.starboardNm]).toEqual([2778 / 1852, 9999 / 1852]);
    });
  });

  it.skipIf(!hasReference)(
    `with the elements, the order and the references of the test files${skipped}`,
    () => {
      const datasetOf = (text: string) => children(readXml(text), 'Dataset')[0]!;
      const plans = [{ ...options }, { ...options, departure: null }].map((each) =>
        passagePlan(entry(), each),
      );
      const [, timeless] = plans as [PassagePlan, PassagePlan];
      const stays = timeless.waypoints.map((each) => ({ ...each, isStop: true, stayHours: 5 }));
      const written = [...plans, { ...timeless, waypoints: stays }].map((plan) =>
        datasetOf(writeS421(plan, 'r')),
      );
      const known = new Map<string, string[]>();
      for (const { kind, element } of ['GBASIC', 'GFULL'].flatMap((name) =>
        membersOf(datasetOf(sample(name))),
      )) {
        const names = namesIn(element);
        if (names.length > (known.get(kind)?.length ?? 0)) known.set(kind, names);
      }
      for (const dataset of written) {
        const ids = new Set(membersOf(dataset).map(({ element }) => element['@id']));
        for (const { kind, element } of membersOf(dataset)) {
          const order = known.get(kind)!;
          const places = namesIn(element).map((name) => order.indexOf(name));
          expect(places, `${kind}: ${Object.keys(element)} of ${order}`).not.toContain(-1);
          expect(places, kind).toEqual([...places].sort((a, b) => a - b));
          for (const name of Object.keys(element)) {
            for (const each of children(element, name)) {
              if (typeof each['@href'] === 'string')
                expect(ids, each['@href']).toContain(each['@href'].slice(1));
            }
          }
        }
      }
      expect(written[0]!['@id']).toBe('S421.POLYNYA');
    },
  );
});
