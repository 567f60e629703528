/**
 * Seas as they are, for the quality of routes: jets and eddies without divergence, ice with a soft or a sharp edge, land,
 * a wind that turns slowly, for a ship or for a glider that is hardly faster than the water. All fields are smooth over
 * several cells, except at the edges of ice and land.
 */
import type { Consumption, MeshSource } from '../../lib/engine/mesh/mesh-source.ts';

/** What the cells of a sea are like. */
export interface SeaTraits {
  readonly currents: 'none' | 'weak' | 'strong' | 'overwhelming';
  /** Whether a cell's eight values agree, follow a wind, have nothing to do with each other, or are partly zero. */
  readonly headings: 'alike' | 'wind' | 'wild' | 'blocked';
  readonly closed: 'none' | 'islands' | 'walls' | 'scattered';
  readonly consumption: Consumption | null;
}

type Field = (x: number, y: number) => number;

/** Four waves of two to five units, about −1 to 1. */
function swell(random: () => number): Field {
  const waves = Array.from({ length: 4 }, () => {
    const [direction, phase] = [2 * Math.PI * random(), 2 * Math.PI * random()];
    const perUnit = (2 * Math.PI) / (2 + 3 * random());
    return { east: perUnit * Math.cos(direction), north: perUnit * Math.sin(direction), phase };
  });
  return (x, y) =>
    0.5 * waves.reduce((sum, { east, north, phase }) => sum + Math.sin(east * x + north * y + phase), 0);
}

/** A stream function: swell, a jet that meanders, and eddies. */
function stream(width: number, height: number, random: () => number): Field {
  const slow = swell(random);
  const jet = { y: height * random(), phase: 2 * Math.PI * random(), strength: 2 * random() };
  const eddies = Array.from({ length: Math.floor(5 * random()) }, () => ({
    x: width * random(),
    y: height * random(),
    radius: 0.5 + 0.5 * random(),
    strength: 2 * random() - 1,
  }));
  return (x, y) => {
    const front = jet.strength * Math.tanh((y - jet.y - 0.4 * Math.sin(2 * x + jet.phase)) / 0.5);
    const spin = ({ x: x0, y: y0, radius, strength }: (typeof eddies)[number]) =>
      strength * Math.exp(-((x - x0) ** 2 + (y - y0) ** 2) / (2 * radius ** 2));
    return eddies.reduce((sum, eddy) => sum + spin(eddy), 0.4 * slow(x, y) + front);
  };
}

/**
 * @param places the centres of the cells, in units over which fields vary little
 */
export function smoothSea(
  places: readonly (readonly [x: number, y: number])[],
  { currents: strength, headings, closed, consumption }: SeaTraits,
  random: () => number,
): Pick<MeshSource, 'accessible' | 'speeds' | 'rates' | 'currents'> {
  const n = places.length;
  const isGlider = random() < 0.3;
  const fastest = isGlider ? 0.3 + 0.2 * random() : 5 + 4 * random();
  // a glider's water moves at up to 0.9 of its speed
  const most = isGlider ? 0.9 * fastest : 2;
  const flow =
    { none: 0, weak: 0.3 * most, strong: most, overwhelming: most }[strength] * (0.3 + 0.7 * random());
  const flowing = stream(Math.max(...places.map(([x]) => x)), Math.max(...places.map(([, y]) => y)), random);
  const currents = Float64Array.from(
    places.flatMap(([x, y]) => [
      flowing(x, y - 1e-4) - flowing(x, y + 1e-4),
      flowing(x + 1e-4, y) - flowing(x - 1e-4, y),
    ]),
  );
  const fastestFlow = Math.max(...currents.map((_, k) => Math.hypot(currents[k & ~1]!, currents[k | 1]!)));
  const [ice, land, wind, gusts] = [swell(random), swell(random), swell(random), swell(random)];
  const edge = random() < 0.5 ? 1 : 20;
  const loss = headings === 'alike' ? 0 : 0.2 + 0.4 * random();
  const accessible = Uint8Array.from(places, ([x, y]) => (closed !== 'none' && land(x, y) > 0.8 ? 0 : 1));
  const speeds = new Float64Array(8 * n);
  const rates = consumption ? new Float64Array(8 * n) : null;
  places.forEach(([x, y], i) => {
    if (!accessible[i]) return;
    const cover = Math.max(0, Math.min(1, 0.2 + edge * ice(x, y)));
    const from = 2 * wind(x, y);
    const force = loss * (0.7 + 0.3 * gusts(x, y));
    for (let k = 8 * i; k < 8 * i + 8; k++) {
      const against = force * (0.5 + 0.5 * Math.cos((((k % 8) + 1) * Math.PI) / 4 - from));
      speeds[k] = fastest * (1 - 0.7 * cover) * (1 - against);
      if (rates) rates[k] = 30 * (1 + 0.5 * cover) * (1 + against);
    }
    const slowest = Math.min(...speeds.subarray(8 * i, 8 * i + 8));
    const [u, v] = [currents[2 * i]!, currents[2 * i + 1]!];
    const scale = Math.min(flow / fastestFlow, (0.9 * slowest) / Math.hypot(u, v));
    currents.set([scale * u, scale * v], 2 * i);
  });
  return { accessible, speeds, rates, currents };
}
