import { describe, expect, it } from 'vitest';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { boxPolygon } from '../../zones/areas.ts';

const ends = { start_lat: -51, start_lon: -57, end_lat: -67, end_lon: -68 };
const issues = (...stops: object[]) =>
  routeRequest
    .safeParse({ ...ends, stops })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
const stopsOf = (...stops: object[]) => routeRequest.parse({ ...ends, stops }).voyage!.stops!;
const box = boxPolygon(-60, -61, -59, -60);

describe('work', () => {
  it('is at the place where its first way begins', () => {
    const [line, area] = stopsOf(
      {
        line: [
          [-60, 179],
          ['-60.5', -179],
        ],
        speed_kn: 4,
        stay_after_hours: 1,
      },
      { name: 'B', area: box, spacing_nm: 10, bearing: 90 },
    );
    expect(line).toMatchObject({
      name: 'Stop 1',
      lat: -60,
      lon: 179,
      line: [
        [-60, 179],
        [-60.5, -179],
      ],
    });
    expect(area).toMatchObject({ name: 'B', spacing_nm: 10, area: box });
    expect(area!.lat).toBeGreaterThan(-61);
    expect(area!.lat).toBeLessThan(-60);
  });

  it('leaves a point as it was', () => {
    expect(JSON.parse(JSON.stringify(stopsOf({ lat: -60, lon: -60 })))).toEqual([
      { lat: -60, lon: -60, name: 'Stop 1', stay_hours: 0, after: [], not_before: null, not_after: null },
    ]);
  });

  it.each([
    [{ line: [[-60, -60]] }, ['stops.0.line: must be 2 to 200 points, [[lat, lon], …]']],
    [
      {
        line: [
          [-60, -60],
          [-60, -60],
        ],
      },
      [expect.stringMatching(/^stops.0.line: of stop "Stop 1" is 0 NM long/)],
    ],
    [
      {
        line: [
          [-60, -60],
          [-90, -60],
        ],
      },
      [expect.stringMatching(/^stops.0.line: of stop "Stop 1" leads to a pole/)],
    ],
    [
      {
        line: [
          [-80, 0],
          [-80, 180],
        ],
      },
      [expect.stringMatching(/^stops.0.line: of stop "Stop 1" leads half round the globe to/)],
    ],
    [
      {
        line: [
          [-60, -60],
          [-61, 'x'],
        ],
      },
      [expect.stringMatching(/^stops.0.line.1.1: must be a decimal number/)],
    ],
    [
      {
        lat: -60,
        lon: -60,
        line: [
          [-60, -60],
          [-61, -60],
        ],
      },
      ['stops.0.lat: of stop "Stop 1" can not be combined with its line, which says where it is'],
    ],
    [
      {
        line: [
          [-60, -60],
          [-61, -60],
        ],
        area: box,
        spacing_nm: 5,
      },
      ['stops.0.area: of stop "Stop 1" can not be combined with its line: make them two stops'],
    ],
    [{ lat: -60, lon: -60, speed_kn: 4 }, ['stops.0.speed_kn: of stop "Stop 1" needs a line or an area']],
    [{ lat: -60, lon: -60, spacing_nm: 4 }, ['stops.0.spacing_nm: of stop "Stop 1" needs an area']],
    [{ area: box, spacing_nm: 4, either_way: false }, ['stops.0.either_way: of stop "Stop 1" needs a line']],
    [{ area: box }, ['stops.0.spacing_nm: of stop "Stop 1" is needed to survey its area']],
    [
      { area: box, spacing_nm: 0.0003 },
      [expect.stringMatching(/^stops.0.spacing_nm: of stop "Stop 1" gives [0-9]+ lines, at most 1000/)],
    ],
    [{ area: box, spacing_nm: 1e-300 }, [expect.stringMatching(/lines, at most 1000 are sailed/)]],
    [
      { area: box, spacing_nm: 0.05 },
      [expect.stringMatching(/^stops: have [0-9]+ NM of lines together, at most 2000/)],
    ],
    [{ area: box, spacing_nm: 0 }, ['stops.0.spacing_nm: must be greater than 0']],
    [
      {
        area: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        },
        spacing_nm: 1,
      },
      [expect.stringMatching(/^stops.0.area: crosses itself at/)],
    ],
    [
      { area: { type: 'Point', coordinates: [0, 0] }, spacing_nm: 1 },
      [expect.stringMatching(/must be a GeoJSON Polygon/)],
    ],
    [
      {},
      [expect.stringMatching(/^stops.0.lat: is needed/), expect.stringMatching(/^stops.0.lon: is needed/)],
    ],
    [{ lat: -60, lon: -60, towards: 3 }, [expect.stringMatching(/towards/)]],
  ])('%j is refused', (stop, expected) => {
    expect(issues(stop)).toEqual(expected);
  });
});
