/**
 * Voyages by brute force: every path through points on the borders of cells, each leg at one of several speeds, of which the
 * least fuel for each time is kept; then the best one with speeds and points of its own.
 *
 * The formulas of lib/vessel and lib/speed are written here once more, from their sources.
 */
import FlatQueue from 'flatqueue';

/** A cell of open water: degrees, m/s, %, m, kg/m³, and the greatest v that a zone allows, km/h. */
export interface Cell {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly current: readonly [number, number];
  readonly wind: readonly [number, number];
  readonly ice: { readonly concentration: number; readonly thickness: number; readonly density: number };
  readonly limitKmh: number;
}

/** v and force in km/h and N; t/h. */
export interface Ship {
  readonly mostKmh: number;
  readonly leastKmh: number;
  readonly beam: number;
  readonly force: number;
  readonly speedCoeffs: readonly [number, number, number];
  readonly resistanceCoeffs: readonly [number, number];
  /** Whether the wind changes its speed. */
  readonly adjusts: boolean;
  /** The risk values of its class by ice type, and its speed where the index is negative; null: no class. */
  readonly risk: { readonly values: readonly number[]; readonly capKmh: number } | null;
}

export type Place = readonly [lon: number, lat: number];

const RADIANS = Math.PI / 180;
const KM = 6371.1;
const DRAG = [0.94, 0.77, 0.42, 0.48, 0.17, -0.3, -0.34];
const THICKNESS = [0.005, 0.1, 0.15, 0.3, 0.5, 0.7, 1.0, 1.2, 1.7, 2.0, 2.5];

/** East and north, km, along a rhumb line. */
export function displacement([lon, lat]: Place, [toLon, toLat]: Place): [number, number] {
  const [φ, φ1] = [lat * RADIANS, toLat * RADIANS];
  const Δψ = Math.asinh(Math.tan(φ1)) - Math.asinh(Math.tan(φ));
  const q = Math.abs(φ1 - φ) > 1e-7 ? (φ1 - φ) / Δψ : Math.cos((φ + φ1) / 2);
  return [KM * q * (toLon - lon) * RADIANS, KM * (φ1 - φ)];
}

function iceForce(ship: Ship, { ice }: Cell, v: number): number {
  const C = ice.concentration / 100;
  if (C === 0) return 0;
  const s = v / 3.6;
  const froude = s / Math.sqrt(9.81 * C * ice.thickness);
  return 0.5 * 4.4 * froude ** -0.8267 * ice.density * ship.beam * ice.thickness * s * s * C ** 2;
}

function windForce({ wind }: Cell, v: number, heading: number): number {
  if (wind[0] === 0 && wind[1] === 0) return 0;
  const s = v * 0.277778;
  const θ = (heading * Math.PI) / 4;
  const apparent = [wind[0] - s * Math.sin(θ), wind[1] - s * Math.cos(θ)] as const;
  const size = Math.hypot(...apparent);
  const cosine = -(apparent[0] * Math.sin(θ) + apparent[1] * Math.cos(θ)) / size;
  const steps = Math.acos(Math.max(-1, Math.min(1, cosine))) / (30 * RADIANS);
  const k = Math.min(5, Math.floor(steps));
  const c = DRAG[k]! + (steps - k) * (DRAG[k + 1]! - DRAG[k]!);
  return 0.5 * 1.225 * 750 * (size * size * c - s * s * DRAG[0]!);
}

/** Speed through the water and tonnes an hour on one of the eight headings, 1 = NE … 8 = N. */
function onHeading(ship: Ship, cell: Cell, v: number, heading: number): [number, number] {
  const push = windForce(cell, v, heading);
  const R = Math.max(0, iceForce(ship, cell, v) + push);
  const { force, adjusts, speedCoeffs, resistanceCoeffs } = ship;
  let speed = v;
  if (adjusts && push <= 0) speed = v * (1 - push / (10 * force));
  else if (adjusts) speed = push >= 0.75 * force ? v * 0.25 : v * (1 - push / force);
  const [a2, a1, a0] = speedCoeffs;
  const [b2, b1] = resistanceCoeffs;
  return [speed, Math.max(0, a2 * speed * speed + a1 * speed + a0 + b2 * R * R + b1 * R)];
}

/** The least and the greatest v of a cell. */
export function limits(ship: Ship, cell: Cell): [number, number] {
  let most = Math.min(ship.mostKmh, cell.limitKmh);
  const { concentration, thickness } = cell.ice;
  if (ship.risk) {
    const type = THICKNESS.filter((least) => thickness >= least).length;
    const index =
      (10 - concentration / 10) * ship.risk.values[0]! + (concentration / 10) * ship.risk.values[type]!;
    if (index < 0) most = Math.min(most, ship.risk.capKmh);
  }
  if (iceForce(ship, cell, most) > ship.force) {
    let low = 0;
    for (let k = 0; k < 60; k++) {
      const middle = (low + most) / 2;
      if (iceForce(ship, cell, middle) > ship.force) most = middle;
      else low = middle;
    }
  }
  return [Math.min(ship.leastKmh, most), most];
}

/** Hours and tonnes of a leg of (x, y) km at v; infinite where it can't be sailed. */
export function sail(ship: Ship, cell: Cell, x: number, y: number, v: number): [number, number] {
  const length = Math.hypot(x, y);
  const steps = ((Math.atan2(x, y) + 2 * Math.PI) % (2 * Math.PI)) / (Math.PI / 4);
  const k = Math.floor(steps);
  const [a, b] = [onHeading(ship, cell, v, k || 8), onHeading(ship, cell, v, k + 1)];
  const speed = a[0] + (steps - k) * (b[0] - a[0]);
  const rate = a[1] + (steps - k) * (b[1] - a[1]);
  const [u, w] = [3.6 * cell.current[0], 3.6 * cell.current[1]];
  const [along, across] = [(u * x + w * y) / length, (u * y - w * x) / length];
  const ground = along + Math.sqrt(speed * speed - across * across);
  return ground > 0 ? [length / ground, (length / ground) * rate] : [Infinity, Infinity];
}

interface Leg {
  readonly cell: Cell;
  readonly from: Place;
  readonly to: Place;
}

/** The v for which tonnes and λ times hours are least. */
function best(ship: Ship, { cell, from, to }: Leg, λ: number): [number, number] {
  const [x, y] = displacement(from, to);
  if (Math.hypot(x, y) < 1e-9) return [0, 0];
  const [least, most] = limits(ship, cell);
  let found: [number, number] = [Infinity, Infinity];
  const at = (v: number): number => {
    const [hours, tonnes] = sail(ship, cell, x, y, v);
    if (tonnes + λ * hours < found[1] + λ * found[0]) found = [hours, tonnes];
    return tonnes + λ * hours;
  };
  const SAMPLES = 24;
  const v = (k: number) => least + (Math.max(0, Math.min(SAMPLES, k)) / SAMPLES) * (most - least);
  const values = Array.from({ length: SAMPLES + 1 }, (_, k) => at(v(k)));
  const k = values.indexOf(Math.min(...values));
  let [low, high] = [v(k - 1), v(k + 1)];
  for (let step = 0; step < 24; step++) {
    const [a, b] = [low + 0.382 * (high - low), low + 0.618 * (high - low)];
    if (at(a) < at(b)) high = b;
    else low = a;
  }
  return found;
}

interface Voyage {
  readonly hours: number;
  readonly tonnes: number;
}

function total(ship: Ship, legs: readonly Leg[], λ: number): Voyage {
  let [hours, tonnes] = [0, 0];
  for (const leg of legs) {
    const [h, t] = best(ship, leg, λ);
    hours += h;
    tonnes += t;
  }
  return { hours, tonnes };
}

/** The least fuel on a path in at most so many hours, by one price of an hour; null where it takes longer. */
function settled(ship: Ship, legs: readonly Leg[], hours: number): { voyage: Voyage; λ: number } | null {
  let [low, high] = [0, 1e4];
  const slow = total(ship, legs, 0);
  if (slow.hours <= hours) return { voyage: slow, λ: 0 };
  let voyage = total(ship, legs, high);
  if (voyage.hours > hours) return null;
  for (let k = 0; k < 45; k++) {
    const λ = k < 12 ? Math.max(1e-4, Math.sqrt(Math.max(low, 1e-8) * high)) : (low + high) / 2;
    const each = total(ship, legs, λ);
    if (each.hours > hours) low = λ;
    else [high, voyage] = [λ, each];
  }
  return { voyage, λ: high };
}

interface Point {
  readonly at: (part: number) => Place;
  readonly part: number;
  readonly cells: readonly Cell[];
}

const PARTS = [0.03, 0.3, 0.5, 0.7, 0.97];

/** Points on the borders between two cells, and the two ends. */
function pointsOf(cells: readonly Cell[], ends: readonly [Place, Place]): Point[] {
  const inside =
    ([lon, lat]: Place) =>
    ({ west, south, east, north }: Cell) =>
      lon > west && lon < east && lat > south && lat < north;
  const points: Point[] = ends.map((end) => ({ at: () => end, part: 0, cells: cells.filter(inside(end)) }));
  for (const a of cells) {
    for (const b of cells) {
      const isBeside = a.east === b.west && a.south === b.south;
      const isAbove = a.north === b.south && a.west === b.west;
      if (!isBeside && !isAbove) continue;
      const at = (part: number): Place =>
        isBeside
          ? [a.east, a.south + part * (a.north - a.south)]
          : [a.west + part * (a.east - a.west), a.north];
      points.push(...PARTS.map((part) => ({ at, part, cells: [a, b] })));
    }
  }
  return points;
}

const SPEEDS = 6;
const BINS = 40;

interface Label {
  readonly hours: number;
  readonly tonnes: number;
  readonly point: number;
  readonly cell: Cell | null;
  readonly before: Label | null;
}

/** The least fuel in at most so many hours that is found; null where there is no voyage as short. */
export function leastFuel(
  ship: Ship,
  cells: readonly Cell[],
  ends: readonly [Place, Place],
  hours: number,
): number | null {
  const points = pointsOf(cells, ends);
  const options = optionsOf(ship, cells, points);
  // by point and part of the time: the label with the least fuel
  const kept: (Label | undefined)[] = new Array(points.length * (BINS + 1));
  const queue = new FlatQueue<Label>();
  const put = (label: Label) => {
    const k = label.point * (BINS + 1) + Math.floor((label.hours / hours) * BINS);
    if (label.hours > hours || (kept[k]?.tonnes ?? Infinity) <= label.tonnes) return;
    kept[k] = label;
    queue.push(label, label.hours);
  };
  put({ hours: 0, tonnes: 0, point: 0, cell: null, before: null });
  for (let label = queue.pop(); label; label = queue.pop()) {
    if (kept[label.point * (BINS + 1) + Math.floor((label.hours / hours) * BINS)] !== label) continue;
    for (const { to, cell, ways } of options[label.point]!) {
      if (cell === label.cell) continue;
      for (const [h, t] of ways) {
        put({ hours: label.hours + h, tonnes: label.tonnes + t, point: to, cell, before: label });
      }
    }
  }
  const arrived = kept.slice(BINS + 1, 2 * (BINS + 1)).filter((label) => label !== undefined);
  const [least] = arrived.sort((a, b) => a.tonnes - b.tonnes);
  return least ? polished(ship, points, least, hours) : null;
}

function optionsOf(ship: Ship, cells: readonly Cell[], points: readonly Point[]) {
  const options = points.map(() => [] as { to: number; cell: Cell; ways: [number, number][] }[]);
  for (const cell of cells) {
    const [least, most] = limits(ship, cell);
    const own = points.flatMap((point, k) => (point.cells.includes(cell) ? [k] : []));
    for (const from of own) {
      for (const to of own) {
        if (to === from || to === 0 || from === 1) continue;
        const [x, y] = displacement(points[from]!.at(points[from]!.part), points[to]!.at(points[to]!.part));
        const ways = Array.from({ length: SPEEDS }, (_, k) =>
          sail(ship, cell, x, y, least + (k / (SPEEDS - 1)) * (most - least)),
        ).filter(([h]) => h < Infinity);
        options[from]!.push({ to, cell, ways });
      }
    }
  }
  return options;
}

/** The path of a label with the best speeds, its points moved along their borders to where it costs least. */
function polished(ship: Ship, points: readonly Point[], last: Label, hours: number): number {
  const chain: Label[] = [];
  for (let label: Label | null = last; label; label = label.before) chain.unshift(label);
  const places = chain.map(({ point }) => points[point]!.at(points[point]!.part));
  const legs = () =>
    chain.slice(1).map(({ cell }, i): Leg => ({ cell: cell!, from: places[i]!, to: places[i + 1]! }));
  let least = last.tonnes;
  for (let round = 0; round < 4; round++) {
    const found = settled(ship, legs(), hours);
    if (!found) break;
    least = Math.min(least, found.voyage.tonnes);
    for (let i = 1; i + 1 < chain.length; i++)
      slide(ship, points[chain[i]!.point]!, chain, places, i, found.λ);
  }
  return least;
}

function slide(
  ship: Ship,
  { at }: Point,
  chain: readonly Label[],
  places: Place[],
  i: number,
  λ: number,
): void {
  const cost = (place: Place): number => {
    const legs = [
      { cell: chain[i]!.cell!, from: places[i - 1]!, to: place },
      { cell: chain[i + 1]!.cell!, from: place, to: places[i + 1]! },
    ];
    const { hours, tonnes } = total(ship, legs, λ);
    return tonnes + λ * hours;
  };
  let [low, high] = [0.001, 0.999];
  for (let step = 0; step < 16; step++) {
    const [a, b] = [low + 0.382 * (high - low), low + 0.618 * (high - low)];
    if (cost(at(a)) < cost(at(b))) high = b;
    else low = a;
  }
  const moved = at((low + high) / 2);
  if (cost(moved) < cost(places[i]!)) places[i] = moved;
}
