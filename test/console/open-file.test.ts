/** What the page says of files that are dropped, and what becomes of them. */
import { expect, test, vi } from 'vitest';
import { answeredPage } from './answered-page.ts';

answeredPage();
const statePage = () => import('../../lib/console/state/state.ts');

const open = async (name: string, text: string) => {
  const [{ openFile }, state] = await Promise.all([import('../../lib/console/open-file.ts'), statePage()]);
  await openFile(new File([text], name));
  return state.notice.value?.text;
};
const namesOfStops = async () => {
  const { stops } = await import('../../lib/console/state/stops.ts');
  return stops.value.map(({ name }) => name);
};

test('a list of places is told, with what became of them', async () => {
  const list = 'name,lat,lon\nPort,-51,-57\nCTD 1,-61,-44\nCTD 2,-62,-30\nHalley,-70,-30\n';
  expect(await open('stations.csv', list)).toBe('stations.csv was read as A, B and 2 stops.');
  expect(await namesOfStops()).toEqual(['CTD 1', 'CTD 2']);
  expect((await statePage()).end.value?.name).toBe('Halley');
  expect(await open('one.csv', 'name,lat,lon\nCTD 3,-62,-20\n')).toBe('one.csv was read as one stop.');
});

test('of a cruise plan with several legs it says where one is chosen', async () => {
  const leg = (name: string, to: string) =>
    `  - {name: ${name}, departure_port: Punta, arrival_port: ${to}, activities: []}\n`;
  const port = (name: string, lat: number) => `  - {name: ${name}, latitude: ${lat}, longitude: -60}\n`;
  const plan = `cruise_name: Two legs\nports:\n${port('Punta', -53)}${port('Signy', -60)}legs:\n${leg('Out', 'Signy')}${leg('Over', 'Punta')}`;
  expect(await open('cruise.yaml', plan)).toBe('cruise.yaml has 2 legs: choose one under "Add stops".');
});

test('a warning without an area is not taken for a route', async () => {
  const gml =
    '<S124:Dataset xmlns:S124="http://www.iho.int/S124/1.0" xmlns:gml="http://www.opengis.net/gml/3.2"></S124:Dataset>';
  expect(await open('navwarn.gml', gml)).toMatch(/^navwarn\.gml can't be opened: The file has no areas/);
});

test('what of a list is not read is told', async () => {
  expect(await open('few.csv', 'name,lat,lon\nCTD 1,-61,-44\nCTD 2,-62,x\n')).toBe(
    'few.csv was read as one stop. Line 3 is no position: CTD 2,-62,x.',
  );
});

test('a list that is hardly read is refused, and says how one is written', async () => {
  const calendar = 'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nGEO:-61;-44\nEND:VEVENT\nEND:VCALENDAR\n';
  expect(await open('route.ics', calendar)).toBe(
    "route.ics can't be used: Line 1 is no position: BEGIN:VCALENDAR, and 4 more. A list has a position in each line, such as CTD 5 62°30.0′S 040°15.0′W.",
  );
  expect(await namesOfStops()).toEqual([]);
});

test('a table of waypoints becomes stops, and says how it is compared as a route', async () => {
  const table =
    'name,latitude,longitude,eta_utc\nA,-61,-44,2026-12-24T18:00Z\nB,-62,-30,2026-12-25T18:00Z\nC,-63,-30,\n';
  const state = await statePage();
  state.start.value = { lat: -60, lon: -50 };
  state.end.value = { lat: -60, lon: -30 };
  expect(await open('route.csv', table)).toBe(
    'route.csv was read as 3 stops. As a route to compare it is opened under "A route of your own".',
  );
});

test('ChartTrack’s table is a route to compare', async () => {
  const table =
    "Route Name:,Sound\nWay Point,Position,,Radius,Reach,ROT,XTD,SPD,RL/GC,Leg,Disance(NM),,ETA\nID,LAT,LON,,,,,,,,To WPT,TOTAL\nWP0,51-42.000'S,57-42.000'W,,,,,,RL,147.965,,0.000,2026-11-29T15:00:00Z\nWP1,52-42.000'S,57-42.000'W,,,,,,RL,147.965,,60.000,2026-11-29T19:00:00Z\n";
  expect(await open('sound.csv', table)).toMatch(/^sound\.csv was read as a route of 2 waypoints/);
  expect((await statePage()).ownWaypoints.value?.name).toBe('Sound');
  // a second one says whose place it takes
  expect(await open('strait.csv', table.replace('Sound', 'Strait'))).toMatch(
    /^strait\.csv was read as a route of 2 waypoints.*\. It takes the place of Sound; undo brings that back\./,
  );
  expect((await statePage()).ownWaypoints.value?.name).toBe('Strait');
});

test('a route to compare is priced with its stays', async () => {
  const place = (lat: number, hours: number) =>
    `<rtept lat="${lat}" lon="-40"><extensions><stay_hours>${hours}</stay_hours></extensions></rtept>`;
  const file = `<gpx><rte>${place(-60, 5)}${place(-61, 12)}${place(-62, 0)}${place(-63, 7)}</rte></gpx>`;
  expect(await open('own.gpx', file)).toMatch(/^own\.gpx was read as a route of 4 waypoints/);
  const [{ engine, evaluateOwn }, state] = await Promise.all([
    import('../../lib/console/state/planning.ts'),
    statePage(),
  ]);
  const ship = { vessel_type: 'Idle', idle_rate: 4 } as NonNullable<typeof state.vehicle.value>;
  state.vehicles.value = [ship];
  state.vehicleType.value = ship.vessel_type;
  const sea = { summary: { missing: [] }, mesh: { consumption: 'fuel' } } as unknown as Parameters<
    typeof evaluateOwn
  >[1];
  const priced = async () => {
    const own = state.ownWaypoints.peek()!;
    const coordinates = own.waypoints;
    const [timeDays, consumption] = [coordinates.map((_, i) => i), coordinates.map((_, i) => 2 * i)];
    const none = { distanceM: timeDays, speedKmh: timeDays, cells: timeDays };
    const track = { coordinates, timeDays, consumption, ...none };
    vi.spyOn(engine, 'ask').mockResolvedValue({
      kind: 'evaluated',
      track,
      zones: [],
      coordinates,
      moved: [],
    } as never);
    await evaluateOwn(own, sea);
    const { timeDays: days, consumption: tonnes } = state.ownLine.peek()!.route!;
    return [days, tonnes];
  };
  // no stay at the ends, of which one is left and the other is where it is over
  const expected = [
    [0, 1, 2.5, 3.5],
    [0, 2, 6, 8],
  ];
  expect(await priced()).toEqual(expected);
});
