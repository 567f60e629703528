import { isSpeedLimit } from '../../zones/speed-limits.ts';
import type { ZoneKind } from '../../zones/zone.ts';
import type { PlanPart } from './plan-part.ts';
import {
  activeZones,
  editedZone,
  isOneLine,
  outlineOf,
  ownZones,
  type PlanZone,
  polygonThrough,
  storedOn,
  withoutStanding,
} from './plan-zones.ts';

export interface KeptZones {
  readonly own?: readonly PlanZone[];
  /** Names of those that are stored on the service. */
  readonly stored?: readonly string[];
  /** Those that hold for every request do not for this one. */
  readonly withoutStanding?: true;
}

/** More would make a link that other programs cut off. */
const MOST_POINTS = 60;
/** Between zones; a name may not have it in a link. */
const APART = '|';
const WITHOUT_STANDING = 'none-standing';
const KIND_CODES: Readonly<Record<ZoneKind, string>> = { closed: 'c', speed_limit: 's', report: 'r' };

/** The areas that a plan keeps out of, slows down in, or tells of. */
export const zones: PlanPart<KeptZones> = {
  kept: () => keptOf(ownZones.value, storedOn.value, withoutStanding.value),
  show: ({ own = [], stored = [], withoutStanding: without = false } = {}) => {
    editedZone.value = null;
    ownZones.value = own;
    storedOn.value = stored;
    withoutStanding.value = without;
  },
  fields: () => ({
    zones: activeZones.value.length > 0 ? [...activeZones.value] : null,
    standing_zones: withoutStanding.value ? false : null,
  }),
  ofVoyage: ({ zones: asked }) =>
    keptOf(
      (asked ?? []).filter((zone) => typeof zone !== 'string'),
      [],
      false,
    ),
  toText: ({ own = [], stored = [], withoutStanding: without }) =>
    [
      ...own.filter(fitsLink).map(ownText),
      ...stored.map((name) => `n,${name}`),
      ...(without ? [WITHOUT_STANDING] : []),
    ].join(APART),
  fromText: (text) => {
    const parts = text.split(APART);
    const stored = parts.flatMap((part) => (part.startsWith('n,') ? [part.slice(2)] : []));
    return keptOf(
      parts.flatMap((part) => readOwn(part) ?? []),
      stored.filter((name, i) => name !== '' && stored.indexOf(name) === i),
      parts.includes(WITHOUT_STANDING),
    );
  },
};

function keptOf(
  own: readonly PlanZone[],
  stored: readonly string[],
  without: boolean,
): KeptZones | undefined {
  if (own.length === 0 && stored.length === 0 && !without) return undefined;
  return {
    ...(own.length > 0 && { own }),
    ...(stored.length > 0 && { stored }),
    ...(without && { withoutStanding: true }),
  };
}

/** Whether a link has room for a zone. */
export const fitsLink = (zone: PlanZone): boolean =>
  isOneLine(zone) && outlineOf(zone).length <= MOST_POINTS && !zone.name.includes(APART);

/** `c,,,-62,-58,-62,-57,-63,-57,Zone`: kind, knots, season, positions, name; `x` before the kind of one that is off. */
function ownText(zone: PlanZone): string {
  const { name, kind, isOff, max_speed_kn, season } = zone;
  const numbers = outlineOf(zone).flatMap(([lon, lat]) => [lat, lon].map((each) => Number(each!.toFixed(5))));
  const days = season ? `${season.from}/${season.to}` : '';
  return [`${isOff ? 'x' : ''}${KIND_CODES[kind]}`, max_speed_kn ?? '', days, ...numbers, name].join(',');
}

const OWN = /^(x?)([csr]),([\d.]*),((?:\d\d-\d\d\/\d\d-\d\d)?),((?:-?[\d.]+,-?[\d.]+,){3,})(.{1,150})$/;

function readOwn(text: string): PlanZone | null {
  const [, off, code, knots, days, positions, name] = OWN.exec(text) ?? [];
  if (!name || !positions) return null;
  const numbers = positions.split(',').slice(0, -1).map(Number);
  const points = numbers.flatMap((lat, i) => (i % 2 === 0 ? [[numbers[i + 1]!, lat]] : []));
  const isValid = points.every(([lon, lat]) => Math.abs(lat!) <= 90 && Math.abs(lon!) <= 180);
  const kind = (Object.keys(KIND_CODES) as ZoneKind[]).find((each) => KIND_CODES[each] === code)!;
  const speed = Number(knots);
  if (!isValid || points.length > MOST_POINTS || (kind === 'speed_limit' && !isSpeedLimit(speed))) {
    return null;
  }
  const [from, to] = (days ?? '').split('/');
  return {
    name,
    kind,
    geometry: polygonThrough(points),
    ...(kind === 'speed_limit' && { max_speed_kn: speed }),
    ...(from && to && { season: { from, to } }),
    ...(off && { isOff: true as const }),
  };
}
