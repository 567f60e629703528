/** Changes of the plan's zones: drawn, typed, opened, switched on and off. */
import { batch, effect, untracked } from '@preact/signals';
import type { Position } from '../../zones/geometry/polygon.ts';
import { wholeGeometry } from '../../zones/geometry/whole-geometry.ts';
import type { ZoneCandidate } from '../../zones/read/zones-of-features.ts';
import type { Zone, ZoneKind } from '../../zones/zone.ts';
import { withRetries } from '../api/client.ts';
import { getZone, listZones } from '../api/service.ts';
import { recordStep } from './history.ts';
import { withSentence } from './lists.ts';
import { say } from './notices.ts';
import {
  drawingZone,
  editedZone,
  faultOf,
  fetched,
  ownZones,
  type PlanZone,
  polygonThrough,
  storedList,
  storedNames,
  storedOn,
  withoutStanding,
} from './plan-zones.ts';
import { forgetAnswer } from './service-route.ts';

/** As the service allows. */
const MOST_ZONES = 50;
const KINDS: readonly string[] = ['closed', 'speed_limit', 'report'] satisfies ZoneKind[];

/** The zones change: what the service said before is about another plan. A step only once the hand lets go. */
function setOwn(zones: readonly PlanZone[]): void {
  batch(() => {
    forgetAnswer();
    ownZones.value = zones;
  });
}

/** A name that no other zone of the plan has. */
function freeName(wanted: string, others: readonly string[]): string {
  for (let k = 1; ; k++) {
    const name = k === 1 ? wanted : `${wanted} ${k}`;
    if (!others.includes(name)) return name;
  }
}

/** Whether a zone may be called so: another has not the name, and the service would take it. */
export function isNameFree(name: string, own: string): boolean {
  const isGood = name !== '' && !/[/?#%\p{Cc}]/u.test(name) && name !== '.' && name !== '..';
  return isGood && (name === own || !namesNow().includes(name));
}

const namesNow = (): string[] => [...ownZones.peek().map(({ name }) => name), ...storedOn.peek()];

/** Adds zones to the plan under names that are free. */
export function addZones(zones: readonly Zone[]): void {
  const room = MOST_ZONES - namesNow().length;
  if (zones.length > room) {
    say('error', `A plan has at most ${MOST_ZONES} zones: there is room for ${Math.max(0, room)} more.`);
    return;
  }
  const names = namesNow();
  const named = zones.map((zone) => {
    const name = freeName(zone.name, names);
    names.push(name);
    return { ...zone, name };
  });
  setOwn([...ownZones.peek(), ...named]);
  recordStep();
}

/** A zone that was drawn or typed: closed, until its owner says what else. */
export function addBorder(points: readonly Position[]): void {
  batch(() => {
    drawingZone.value = false;
    addZones([{ name: 'Zone', kind: 'closed', geometry: polygonThrough(points) }]);
    editedZone.value = ownZones.peek().length - 1;
  });
}

/** Changes one zone; a step, unless a hand is still moving it. */
export function changeZone(index: number, change: Partial<PlanZone>, isMoving = false): void {
  setOwn(ownZones.peek().map((zone, i) => (i === index ? cleaned({ ...zone, ...change }) : zone)));
  if (!isMoving) recordStep();
}

/** A field that is undefined is none: JSON, by which drafts are compared, leaves it out. */
function cleaned(zone: PlanZone): PlanZone {
  const { isOff, max_speed_kn, season, ...rest } = zone;
  return {
    ...rest,
    ...(zone.kind === 'speed_limit' && { max_speed_kn: max_speed_kn ?? 10 }),
    ...(season && { season }),
    ...(isOff && { isOff }),
  };
}

export function removeZone(index: number): void {
  batch(() => {
    editedZone.value = null;
    setOwn(ownZones.peek().filter((_, i) => i !== index));
  });
  recordStep();
}

export function switchStored(names: readonly string[], isOn: boolean): void {
  const others = storedOn.peek().filter((each) => !names.includes(each));
  const next = isOn ? [...others, ...names] : others;
  if (isOn && next.length + ownZones.peek().length > MOST_ZONES) {
    say('error', `A plan has at most ${MOST_ZONES} zones: switch others off first.`);
    return;
  }
  batch(() => {
    forgetAnswer();
    storedOn.value = next;
  });
  recordStep();
}

/** Zones that hold for every request may be left out of this one. */
export function leaveOutStanding(isOut: boolean): void {
  batch(() => {
    forgetAnswer();
    withoutStanding.value = isOut;
  });
  recordStep();
}

/** The service's list: which of its zones hold for every request, and what else could be switched on. */
export function loadStoredList(): Promise<void> {
  return withSentence('The list of zones', async () => {
    const list = await withRetries(listZones);
    if (JSON.stringify(list) !== JSON.stringify(storedList.peek())) storedList.value = list;
  });
}

/** Fetches the border of each stored zone that is switched on. */
export function followStored(): void {
  const asked = new Set<string>();
  effect(() => {
    const missing = storedNames.value.filter((name) => !fetched.value[name] && !asked.has(name));
    untracked(() => {
      for (const name of missing) {
        asked.add(name);
        fetchZone(name).catch((error: Error) => {
          asked.delete(name);
          say('error', `Zone ${name}: ${error.message}`);
          storedOn.value = storedOn.peek().filter((each) => each !== name);
        });
      }
    });
  });
}

async function fetchZone(name: string): Promise<void> {
  const { standing: _, ...zone } = await withRetries(() => getZone(name));
  fetched.value = { ...fetched.peek(), [name]: zone };
}

/**
 * Zones as a file has them; of a kind that they don't say they are closed.
 *
 * @throws Error with a sentence
 */
export function zonesOf(candidates: readonly ZoneCandidate[]): Zone[] {
  return candidates.map(({ name, kind, geometry, max_speed_kn, season, source }) => {
    const zone = cleaned({
      name: name.replace(/[/?#%]/g, ' ').slice(0, 150),
      kind: KINDS.includes(kind as string) ? (kind as ZoneKind) : 'closed',
      geometry: wholeGeometry(geometry) as Zone['geometry'],
      ...(typeof max_speed_kn === 'number' && max_speed_kn > 0 && { max_speed_kn }),
      ...(isSeason(season) && { season }),
      ...(typeof source === 'string' && source !== '' && { source: source.slice(0, 500) }),
    });
    const fault = faultOf(zone);
    if (fault) throw new Error(`${name} ${fault}`);
    return zone;
  });
}

function isSeason(value: unknown): value is NonNullable<Zone['season']> {
  const { from, to } = (value ?? {}) as { from?: unknown; to?: unknown };
  return [from, to].every((day) => typeof day === 'string' && /^\d\d-\d\d$/.test(day));
}
