/**
 * Ten days of an invented sea, after `sea.ts`: the ice edge retreats, a lead in the pack of the Weddell Sea opens and closes, and a
 * low with its wind and waves crosses Drake Passage from west to east. Degrees, days since the forecast begins, m/s, metres.
 */
import { noise } from './noise.ts';
import { iceConcentration, waveHeight } from './sea.ts';

/** Of the ice edge, degrees of latitude a day. */
const RETREAT = 0.06;

/** The lead runs from here to the east-north-east, for so many degrees of longitude. */
const LEAD = { lon: -56, lat: -66.4, slope: 0.16, length: 16, halfWidth: 0.3 } as const;
/** When it begins to open, and for how long it is open. */
const [OPENS_DAY, OPEN_DAYS] = [1, 6];

/** The centre of the low at the beginning, and its way a day. */
const LOW = { lon: -84, lat: -58.5, east: 5, south: 0.25 } as const;
/** Where its wind is strongest, degrees of latitude from the centre, and how strong it is there. */
const [LOW_RADIUS, LOW_WIND] = [4, 22];
const LOW_WAVES = 5.5;

export interface Weather {
  /** From 1970-01-01: each day begins another forecast. */
  readonly seed: number;
  /** Since the forecast begins. */
  readonly day: number;
}

/** Sea-ice concentration, %. */
export function iceOnDay({ day }: Weather, lat: number, lon: number, coastKm: number): number {
  const pack = iceConcentration(lat + RETREAT * day, lon, coastKm);
  const along = lon - LEAD.lon;
  if (along < 0 || along > LEAD.length) return pack;
  const open = Math.sin(Math.PI * Math.min(1, Math.max(0, (day - OPENS_DAY) / OPEN_DAYS)));
  const across = (lat - LEAD.lat - LEAD.slope * along) / LEAD.halfWidth;
  return pack * (1 - 0.95 * open * Math.exp(-(across ** 4)));
}

/** Towards east and north, m/s, ten metres above the sea: westerlies, and round the low clockwise. */
export function windOnDay(weather: Weather, lat: number, lon: number): [east: number, north: number] {
  const { dx, dy, r } = fromLow(weather, lat, lon);
  const part = r / LOW_RADIUS;
  const round = (LOW_WIND * part * Math.exp(0.5 * (1 - part ** 2))) / Math.max(r, 1e-9);
  const westerlies = 7 * Math.exp(-(((lat + 54) / 9) ** 2));
  return [westerlies + round * dy, -round * dx];
}

/** Significant wave height, metres. */
export function wavesOnDay(
  weather: Weather,
  lat: number,
  lon: number,
  coastKm: number,
  concentration: number,
): number {
  const { r } = fromLow(weather, lat, lon);
  const shelter = Math.min(1, 0.2 + coastKm / 150) * (1 - concentration / 100);
  const raised = LOW_WAVES * Math.exp(-((r / (1.4 * LOW_RADIUS)) ** 2)) * shelter;
  return Math.hypot(waveHeight(lat, lon, coastKm, concentration), raised);
}

/** From the centre of the low, degrees of latitude. */
function fromLow({ seed, day }: Weather, lat: number, lon: number) {
  const dx = (lon - LOW.lon - LOW.east * day - 3 * noise(seed + 0.5, 0.5)) * Math.cos((lat * Math.PI) / 180);
  const dy = lat - LOW.lat + LOW.south * day - 1.5 * noise(0.5, seed + 0.5);
  return { dx, dy, r: Math.hypot(dx, dy) };
}
