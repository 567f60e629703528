/** Meshes on which a day consumes what it costs, judged by what is consumed on those as they are. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { priced, pricedTrack, unpricedParts, unpricedTrack } from '../../../lib/voyage/money/priced.ts';
import type { VoyageStop } from '../../../lib/voyage/voyage-route.ts';
import { randomMesh, randomNumbers, randomPoint } from '../../engine/random-mesh.ts';

const PER_DAY = 7;

describe.each(['alike', 'wind'] as const)('where headings are %s', (headings) => {
  const traits = { cells: 25, consumption: 'fuel', place: 'region', closed: 'none', headings } as const;
  const drawn = randomMesh(5, traits);
  const mesh = openMesh(compileMesh(drawn.source));
  const random = randomNumbers(3);
  const [from, to] = [randomPoint(drawn, random), randomPoint(drawn, random)];
  const fastestOn = (on: typeof mesh) => planRoute(on, from, to).routes[0]!.track;
  const track = fastestOn(mesh);

  it('the same way is sailed in the same time, and each day of it consumes so much more', () => {
    const sailed = fastestOn(priced(mesh, PER_DAY));
    const dearer = pricedTrack(track, PER_DAY);
    expect(sailed.coordinates).toEqual(track.coordinates);
    expect(sailed.timeDays).toEqual(track.timeDays);
    const consumed = track.consumption!.map((sum, k) => sum + PER_DAY * track.timeDays[k]!);
    for (const { consumption } of [sailed, dearer]) {
      expect(consumption).toEqual(consumed.map((sum) => expect.closeTo(sum, 9)));
    }
  });

  it('what is consumed without that is told of tracks, of legs and of the work at stops', () => {
    const dearer = pricedTrack(track, PER_DAY);
    const asBefore = { consumption: track.consumption!.map((sum) => expect.closeTo(sum, 9)) };
    expect(unpricedTrack(dearer, PER_DAY)).toMatchObject(asBefore);
    const leg = { from: 'A', to: 'B', days: 2, consumption: 20, metres: 9, gapPercent: 1 };
    const [place, work] = [
      { name: 'A' },
      { name: 'B', work: { kind: 'line', track: dearer, sailing: dearer } },
    ];
    expect(unpricedParts({ legs: [leg], stops: [place, work] as unknown as VoyageStop[] }, PER_DAY)).toEqual({
      legs: [{ ...leg, consumption: 20 - 2 * PER_DAY }],
      stops: [
        place,
        {
          name: 'B',
          work: { kind: 'line', track: { ...track, ...asBefore }, sailing: { ...track, ...asBefore } },
        },
      ],
    });
    expect(unpricedParts({}, PER_DAY)).toEqual({});
  });
});
