import type { Consumption } from '../../engine/mesh/mesh-source.ts';
import { HIGHEST_PER_DAY, HIGHEST_SPEED_KMH } from '../../vessel/figures.ts';
import type { Faults } from '../mesh-refused.ts';
import { found, isNumber } from './found.ts';

/** The eight headings at which speed and consumption are sampled, in the file's order. */
const HEADINGS = ['NE', 'E', 'SE', 'S', 'SW', 'W', 'NW', 'N'];

type Cell = Record<string, unknown>;

/**
 * Speeds at the eight headings in m/s, written to `speeds` from `offset`; NaN and 0 mean that the vessel
 * cannot sail at a heading. Returns false if it cannot sail at any heading.
 */
export function readSpeeds(
  { speed }: Cell,
  name: string,
  unitMps: number,
  speeds: Float64Array,
  offset: number,
  faults: Faults,
): boolean {
  const samples = eightSamples(speed);
  if (!samples) {
    faults.add('speeds', () => `${name}: speed: expected 8 numbers, ${found(speed)}`);
    return false;
  }
  let sailable = false;
  for (let heading = 0; heading < 8; heading++) {
    const sample = samples[heading] ?? 0;
    if (Number.isNaN(sample)) continue;
    if (!isNumber(sample) || sample < 0) {
      faults.add(
        'speeds',
        () => `${name}: speed at ${HEADINGS[heading]}: expected 0 or more, ${found(sample)}`,
      );
    } else if (sample * unitMps * 3.6 > HIGHEST_SPEED_KMH) {
      faults.add('speeds', () => {
        const expected = `at most ${HIGHEST_SPEED_KMH} km/h`;
        return `${name}: speed at ${HEADINGS[heading]}: expected ${expected}, ${found(sample)}`;
      });
    } else if (sample > 0) {
      speeds[offset + heading] = sample * unitMps;
      sailable = true;
    }
  }
  return sailable;
}

/**
 * Consumption per day at the eight headings, written to `rates` from `offset`. A heading at which the vessel
 * cannot sail gets the highest value of the cell, so that interpolated values next to it are not too low.
 */
export function readRates(
  cell: Cell,
  name: string,
  consumption: Consumption,
  speeds: Float64Array,
  rates: Float64Array,
  offset: number,
  faults: Faults,
): void {
  const samples = eightSamples(cell[consumption]);
  if (!samples) {
    faults.add(
      'consumption',
      () => `${name}: ${consumption}: expected 8 numbers, ${found(cell[consumption])}`,
    );
    return;
  }
  let highest = 0;
  for (let heading = 0; heading < 8; heading++) {
    if (speeds[offset + heading] === 0) continue;
    const rate = samples[heading];
    if (!isNumber(rate) || rate < 0 || rate > HIGHEST_PER_DAY[consumption]) {
      const where = `${consumption} at ${HEADINGS[heading]}`;
      const expected = `0 to ${HIGHEST_PER_DAY[consumption]} a day`;
      faults.add('consumption', () => `${name}: ${where}: expected ${expected}, ${found(rate)}`);
    } else {
      rates[offset + heading] = rate;
      highest = Math.max(highest, rate);
    }
  }
  for (let i = offset; i < offset + 8; i++) if (speeds[i] === 0) rates[i] = highest;
}

/** Eight values, or one that is valid at every heading; null if it is neither. */
function eightSamples(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value.length === 8 ? value : null;
  return typeof value === 'number' ? new Array(8).fill(value) : null;
}
