import { expect, it } from 'vitest';
import { creationTime } from '../../../lib/meshes/import/creation-time.ts';

const now = new Date('2024-03-01T12:00:00Z');

it.each([
  ['the record', '2024-02-14T05:05:00.000Z', '2024-02-13', '2024-02-14T05:05:00.000Z'],
  ['the record, up to a day ahead', '2024-03-02T12:00:00.000Z', null, '2024-03-02T12:00:00.000Z'],
  ['the end of the last day of the data', null, '2024-02-13', '2024-02-13T23:59:59.999Z'],
  ['now, where the data end today', null, '2024-03-01', now.toISOString()],
  ['the end of the data with a time', null, '2024-02-13T18:00:00Z', '2024-02-13T18:00:00.000Z'],
  ['now, where the data end later', null, '2024-03-05', now.toISOString()],
  ['now, where no end is known', null, null, now.toISOString()],
  ['now, where the end is no date', null, 'TODAY', now.toISOString()],
])('comes from %s', (_, recorded, end, expected) => {
  expect(creationTime(recorded, end, now)).toBe(expected);
});

it('more than a day ahead is refused', () => {
  expect(() => creationTime('2099-01-01T00:00:00.000Z', null, now)).toThrow(
    /^created: 2099-01-01T00:00:00.000Z is more than a day ahead of now, 2024-03-01T12:00:00.000Z$/,
  );
});
