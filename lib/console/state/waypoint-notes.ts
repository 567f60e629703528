/** What a person calls a waypoint, and what is to be remembered there; by position, so that it stays while others move. */
import { signal } from '@preact/signals';
import type { PlanPart } from './plan-part.ts';

export interface WaypointNote {
  readonly name?: string;
  readonly remark?: string;
}

type Notes = Readonly<Record<string, WaypointNote>>;

export const MOST_CHARACTERS = 80;
/** Between waypoints, and within one, in a link; a text has a space for them there. */
const APART = '|';
const WITHIN = '~';

export const waypointNotes = signal<Notes>({});

/** A thousandth of a degree is a hundred metres: a waypoint that moved less is the same. */
export const waypointKey = ({ lat, lon }: { lat: number; lon: number }): string =>
  `${lat.toFixed(3)},${lon.toFixed(3)}`;

export const waypointName = (key: string): string | undefined => waypointNotes.value[key]?.name;
export const remarkOf = (key: string): string => waypointNotes.value[key]?.remark ?? '';

export function setWaypointNote(key: string, note: WaypointNote): void {
  const { [key]: before, ...others } = waypointNotes.peek();
  const next = noteOf({ ...before, ...note });
  waypointNotes.value = next ? { ...others, [key]: next } : others;
}

/** Null where nothing is left of it. */
function noteOf({ name, remark }: WaypointNote): WaypointNote | null {
  return name || remark ? { ...(name && { name }), ...(remark && { remark }) } : null;
}

export const notesPart: PlanPart<Notes> = {
  kept: () => (Object.keys(waypointNotes.value).length > 0 ? waypointNotes.value : undefined),
  show: (notes = {}) => {
    waypointNotes.value = notes;
  },
  fields: () => ({}),
  ofVoyage: () => undefined,
  toText: (notes) =>
    Object.entries(notes)
      .map(([key, { name = '', remark = '' }]) =>
        [key, ...[name, remark].map((text) => text.replace(/[|~]/g, ' '))].join(WITHIN),
      )
      .join(APART),
  fromText: (text) => {
    const read = text.split(APART).flatMap((each): [string, WaypointNote][] => {
      const [key = '', ...texts] = each.split(WITHIN);
      const [name, remark] = texts.map((part) => part.slice(0, MOST_CHARACTERS));
      const note = noteOf({ ...(name && { name }), ...(remark && { remark }) });
      return note && /^-?\d+\.\d{3},-?\d+\.\d{3}$/.test(key) ? [[key, note]] : [];
    });
    return read.length > 0 ? Object.fromEntries(read) : undefined;
  },
};
