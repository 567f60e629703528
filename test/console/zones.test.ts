import { expect, test } from 'vitest';
import { formatDayOfYear, parseDayOfYear } from '../../lib/console/day-of-year.ts';
import {
  activeZones,
  fetched,
  type PlanZone,
  requestedZones,
  storedList,
  storedOn,
} from '../../lib/console/state/plan-zones.ts';
import { zones } from '../../lib/console/state/zones-part.ts';

const corners = [
  [-62, -58],
  [-60.12345, -58],
  [179.5, -61],
  [-62, -58],
];
const drawn: PlanZone = {
  name: 'Whales, calves; krill',
  kind: 'speed_limit',
  max_speed_kn: 8.5,
  season: { from: '11-01', to: '03-31' },
  geometry: { type: 'Polygon', coordinates: [corners] },
  isOff: true,
};

test('a link holds drawn zones whole and stored ones by name', () => {
  const kept = {
    own: [drawn, { name: 'Out', kind: 'closed' as const, geometry: drawn.geometry }],
    stored: ['ASPA 182 Western Bransfield Strait - Site A; Eastern Dallman Bay - Site B'],
  };
  const read = zones.fromText(zones.toText(kept));
  expect(read).toEqual(kept);
  expect(Object.keys(read!.own![0]!).sort()).toEqual(Object.keys(drawn).sort());
});

test('zones that hold for every request are planned with, but not asked for; a plan may leave them out', () => {
  const standing = { ...drawn, name: 'Standing' };
  storedList.value = [{ name: 'Standing', kind: 'closed', points: 4, standing: true }];
  const other = { ...drawn, name: 'Other' };
  fetched.value = { Standing: standing, Other: other };
  storedOn.value = ['Other'];
  expect(activeZones.value).toEqual([standing, other]);
  expect(requestedZones.value).toEqual(['Other']);
  zones.show({ withoutStanding: true });
  expect(zones.fields()).toEqual({ zones: null, standing_zones: false });
  expect(zones.fromText(zones.toText(zones.kept()!))).toEqual({ withoutStanding: true });
  zones.show(undefined);
});

test('a zone of many points or several borders is not in a link, the others are', () => {
  const round = Array.from({ length: 80 }, (_, k) => [k / 10, -60 - (k % 40) / 40]);
  const large = { ...drawn, geometry: { type: 'Polygon' as const, coordinates: [[...round, round[0]]] } };
  const several = { ...drawn, geometry: { type: 'MultiPolygon' as const, coordinates: [[corners]] } };
  expect(zones.fromText(zones.toText({ own: [large, several, drawn] }))).toEqual({ own: [drawn] });
});

test.each([
  '',
  'c',
  'c,,,1,2,3,4,Two points',
  'q,,,1,2,3,4,5,6,Kind',
  's,,,1,2,3,4,5,6,No speed',
  'c,,,91,2,3,4,5,6,Z',
  'n,',
])('%j says nothing', (text) => expect(zones.fromText(text)).toBeUndefined());

test.each([
  ['1 Nov', '11-01'],
  ['01 Nov', '11-01'],
  ['1.11.', '11-01'],
  ['11-01', '11-01'],
  ['29 February', '02-29'],
  ['30 Feb', null],
  ['Nov', null],
  ['soon', null],
])('a season from %j is %j', (text, day) => {
  expect(parseDayOfYear(text)).toBe(day);
  if (day) expect(parseDayOfYear(formatDayOfYear(day))).toBe(day);
});
