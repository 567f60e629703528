import { expect, it } from 'vitest';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { remember, remembered } from '../../../lib/voyage/among-zones/kept-among-zones.ts';
import type { VoyagePlan } from '../../../lib/voyage/voyage-route.ts';

type Asked = Parameters<typeof remember>[1];
const asked = (voyage: object = {}, more: object = {}, limitNm = 5) =>
  ({
    request: { start: { lat: 1, lon: 2 }, end: { lat: 3, lon: 4 }, vehicle: { idle: 1 }, voyage, ...more },
    limitNm,
  }) as unknown as Asked;
const planOf = (routes: object[], tradeOff?: object[]) => ({ routes, tradeOff }) as unknown as VoyagePlan;
const isKept = (plan: VoyagePlan) => {
  const mesh = {} as Mesh;
  remember(mesh, asked(), { plan, hasSpeeds: true, isProved: false });
  return remembered(mesh, asked())?.plan === plan;
};

it('a plan is kept that would be no better with more time: each route, its proof, and each voyage of a curve', () => {
  const [whole, cut] = [{ complete: true }, { complete: false }];
  const proof = (endedBy: string | null) => ({ complete: true, optimality: { endedBy } });
  expect(isKept(planOf([whole, whole]))).toBe(true);
  expect(isKept(planOf([whole, cut]))).toBe(false);
  expect(isKept(planOf([cut, whole]))).toBe(false);
  expect(isKept(planOf([whole, proof('gap')]))).toBe(true);
  expect(isKept(planOf([whole, proof(null)]))).toBe(true);
  expect(isKept(planOf([whole, proof('time')]))).toBe(false);
  expect(isKept(planOf([whole], [whole, whole]))).toBe(true);
  expect(isKept(planOf([whole], [whole, cut]))).toBe(false);
  expect(isKept(planOf([whole], [cut, whole]))).toBe(false);
  expect(isKept(planOf([cut], [whole]))).toBe(false);
});

it('it is that of all that is asked for but zones, on the same mesh', () => {
  const mesh = {} as Mesh;
  const plan = planOf([]);
  const kept = { plan, hasSpeeds: false, isProved: true };
  remember(mesh, asked({ zones: [1], stops: [2] }), kept);
  expect(remembered(mesh, asked({ zones: [7], stops: [2] }))).toBe(kept);
  expect(remembered(mesh, asked({ zones: null, stops: [2] }))).toBe(kept);
  for (const other of [
    asked({ zones: [1], stops: [3] }),
    asked({ zones: [1] }),
    asked({ stops: [2] }, { start: { lat: 1, lon: 3 } }),
    asked({ stops: [2] }, { end: { lat: 3, lon: 5 } }),
    asked({ stops: [2] }, { vehicle: { idle: 2 } }),
    asked({ stops: [2] }, {}, 6),
  ])
    expect(remembered(mesh, other)).toBe(null);
  expect(remembered({} as Mesh, asked({ stops: [2] }))).toBe(null);
});
