/** The parts of a plan. One that is added here is kept by drafts, undo, links and requests. */
import { computed } from '@preact/signals';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import { alternativesPart } from './alternatives.ts';
import { chartPart } from './chart-part.ts';
import { clearance } from './clearance.ts';
import { forecastPart } from './forecast-part.ts';
import { fuelPart } from './fuel.ts';
import type { PlanPart } from './plan-part.ts';
import { pricePart } from './price.ts';
import { reachPart } from './reach-part.ts';
import { speedPart } from './speed.ts';
import { orderPart, stopsPart } from './stops.ts';
import { compared } from './variants.ts';
import { notesPart } from './waypoint-notes.ts';
import { zones } from './zones-part.ts';

const PARTS = {
  chart: chartPart,
  clearance,
  forecast: forecastPart,
  zones,
  stops: stopsPart,
  order: orderPart,
  speed: speedPart,
  price: pricePart,
  fuel: fuelPart,
  alternatives: alternativesPart,
  compared,
  reach: reachPart,
  notes: notesPart,
};

type KeptOf<P> = P extends PlanPart<infer T> ? T : never;
/** The parts that a plan has, by name. */
export type KeptParts = { readonly [Name in keyof typeof PARTS]?: KeptOf<(typeof PARTS)[Name]> };

const parts = Object.entries(PARTS) as [keyof typeof PARTS, PlanPart<unknown>][];

export const keptParts = computed<KeptParts>(() =>
  Object.fromEntries(
    parts.map(([name, part]) => [name, part.kept()]).filter(([, kept]) => kept !== undefined),
  ),
);

/** Shows the parts of another plan in the place of these. */
export function showParts(kept: KeptParts): void {
  for (const [name, part] of parts) part.show(kept[name]);
}

/** The parts of a plan that a voyage was made of. */
export function partsOfVoyage(voyage: Partial<Voyage>): KeptParts {
  const read = parts.map(([name, part]) => [name, part.ofVoyage(voyage)]);
  return Object.fromEntries(read.filter(([, kept]) => kept !== undefined));
}

/** What all parts together ask of the voyage. */
export const askedByParts = computed<Partial<Voyage>>(() =>
  Object.assign({}, ...parts.map(([, part]) => part.fields())),
);

/** The parts of a plan as parameters of a link. */
export function writeParts(kept: KeptParts, query: URLSearchParams): void {
  for (const [name, part] of parts) if (kept[name] !== undefined) query.set(name, part.toText(kept[name]));
}

export function readParts(query: URLSearchParams): KeptParts {
  const read = parts.map(([name, part]) => {
    const text = query.get(name);
    return [name, text === null ? undefined : part.fromText(text)] as const;
  });
  return Object.fromEntries(read.filter(([, kept]) => kept !== undefined));
}
