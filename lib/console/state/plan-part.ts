import type { Voyage } from '../../voyage/voyage-fields.ts';

/** A part of a plan besides its ends, its vessel and its departure. */
export interface PlanPart<T> {
  /** As drafts and undo hold it, so that JSON can; undefined where the plan has none. */
  kept(): T | undefined;
  show(kept: T | undefined): void;
  /** What it asks of the voyage; what it leaves out is not asked for. */
  fields(): Partial<Voyage>;
  /** What the voyage of a saved route had asked for, as drafts hold it; undefined where that was nothing. */
  ofVoyage(voyage: Partial<Voyage>): T | undefined;
  /** As a link holds it. */
  toText(kept: T): string;
  /** Undefined where the text makes no sense. */
  fromText(text: string): T | undefined;
}
