/** The engine's worker, as the page speaks to it. */
import { expect, test } from 'vitest';
import type { AnswerOf, EngineAnswer, EngineRequest } from '../../lib/console/engine/protocol.ts';
import { compileEnvironment } from '../../lib/engine/compile/compile-environment.ts';
import { request } from '../routes/world.ts';
import { seaOf, ship, spaced } from '../speed/seas.ts';

const answers: EngineAnswer[] = [];
const scope = globalThis as unknown as {
  onmessage: (event: { data: EngineRequest }) => Promise<void>;
  postMessage: (answer: EngineAnswer) => void;
};
scope.postMessage = (answer) => answers.push(answer);
await import('../../lib/console/engine/worker.ts');

async function ask<K extends 'open' | 'plan'>(data: EngineRequest & { kind: K }): Promise<AnswerOf[K]> {
  await scope.onmessage({ data });
  return answers.at(-1)! as AnswerOf[K];
}

const vehicle = ship();
const planned = (fields: object) =>
  ask({
    kind: 'plan',
    start: { lat: -64.5, lon: 0.5 },
    end: { lat: -62.5, lon: 0.5 },
    vehicle: vehicle as never,
    voyage: request(fields).voyage,
    mesh: {
      name: 'sea',
      validDateStart: null,
      validDateEnd: null,
      bounds: { latMin: -66, latMax: -58, lonMin: -4, lonMax: 4 },
      consumption: 'fuel',
      missingDataSources: [],
    },
    adjustmentLimitNm: 300,
    zones: [],
    isMoving: false,
  });

test("a voyage's greatest speed holds for all its routes, and for no other voyage", async () => {
  const bytes = compileEnvironment(seaOf(spaced(-4, 4, 2), spaced(-66, -58, 2))).slice().buffer;
  expect(await ask({ kind: 'open', bytes, vehicle: vehicle as never })).toMatchObject({ kind: 'opened' });
  const fastestOf = async (fields: object) => {
    const { routes } = await planned(fields);
    return routes.map(({ path }) => Math.max(...path.features[0]!.properties.speed) / 1.852);
  };
  expect(await fastestOf({ max_speed_kn: 9 })).toEqual([expect.closeTo(9, 9), expect.closeTo(9, 9)]);
  expect(await fastestOf({ max_speed_kn: 8, within_hours: 20 })).toEqual([
    expect.closeTo(8, 9),
    expect.closeTo(8, 9),
    expect.closeTo(7.327, 2),
  ]);
  expect(await fastestOf({})).toEqual([expect.closeTo(26.5 / 1.852, 9), expect.closeTo(26.5 / 1.852, 9)]);
});
