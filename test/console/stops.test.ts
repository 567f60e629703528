import { expect, test } from 'vitest';
import {
  bestIndex,
  brokenOrder,
  changedStop,
  inOrder,
  withoutStop,
  withStopAt,
  withStops,
} from '../../lib/console/stops/stop-list.ts';
import { stopsFromText, stopsToText } from '../../lib/console/stops/stop-text.ts';

const place = { lat: -62.5, lon: -40.25 };

const list = withStops([], [{ ...place, name: 'M3' }, place, { ...place, name: 'M3' }]);

test('each stop has a name of its own, which others that come after it follow', () => {
  expect(list.map(({ name }) => name)).toEqual(['M3', 'Stop 1', 'M3 (2)']);
  const tied = changedStop(list, 'M3 (2)', { after: ['M3'] });
  expect(changedStop(tied, 'M3', { name: 'M4' })[2]!.after).toEqual(['M4']);
  expect(withoutStop(tied, 'M3')[1]!.after).toEqual([]);
  expect(brokenOrder(tied)).toBeNull();
  expect(brokenOrder(withStopAt(tied, 'M3', 2))).toEqual({ stop: 'M3 (2)', after: 'M3' });
  expect(inOrder(tied, ['M3 (2)', 'M3']).map(({ name }) => name)).toEqual(['M3 (2)', 'M3', 'Stop 1']);
});

test('a further stop is added where the way grows least', () => {
  const at = (lon: number) => ({ lat: -60, lon });
  const two = withStops([], [at(10), at(20)]);
  expect([5, 15, 25].map((lon) => bestIndex(at(0), two, at(30), at(lon)))).toEqual([0, 1, 2]);
});

test('a link holds all of a stop, and what makes no sense is not read', () => {
  const times = { not_before: '2026-12-25T06:00:00.000Z', not_after: '2026-12-26T06:00:00.000Z' };
  const full = changedStop(
    changedStop(list, 'Stop 1', { stay_hours: 6.5, ...times, name: 'A; b, 50 %' }),
    'M3 (2)',
    { after: ['M3', 'A; b, 50 %'] },
  );
  expect(stopsFromText(stopsToText(full))).toEqual(full);
  expect(stopsFromText('-62.5,-40.25')).toEqual(withStops([], [place]));
  for (const text of ['', 'x', '1,2;3', '-91,0']) expect(stopsFromText(text)).toBeUndefined();
});
