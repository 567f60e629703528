import type { Vessel } from './vessel.ts';

/** Whether the vessel consumes more or less at another speed, anywhere. */
export function dependsOnSpeed({ consumption, ice, wind }: Vessel): boolean {
  if (consumption.type === 'constant_consumption') return false;
  if (consumption.type === 'polynomial_battery') return consumption.speed[0] !== 0;
  const [a2, a1] = consumption.speed;
  const resists = ice !== null || wind !== null;
  return a2 !== 0 || a1 !== 0 || (resists && consumption.resistance.some((b) => b !== 0));
}
