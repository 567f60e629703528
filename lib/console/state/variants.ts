/** The same voyage by another vessel, or on other ice data: what is compared with the plan. compare.ts plans them. */
import { signal } from '@preact/signals';
import type { LineName } from '../map/palette.ts';
import type { PlanPart } from './plan-part.ts';
import type { ShownRoute } from './shown-route.ts';

export interface Variant {
  /** Null: that of the ice data. */
  readonly vehicle: string | null;
  /** Null: those that the service would choose. */
  readonly mesh: number | null;
  readonly best: 'fastest' | 'least';
}

export interface VariantAnswer {
  readonly variant: Variant;
  readonly line: LineName;
  readonly label: string;
  /** Null while it is planned, and where there is none. */
  readonly route: ShownRoute | null;
  readonly problem: string | null;
  /** Nautical miles by which its ends were moved to water that is open to it. */
  readonly movedNm?: number;
}

const VARIANT_LINES = ['variant1', 'variant2', 'variant3'] as const satisfies readonly LineName[];
export const MOST_VARIANTS = VARIANT_LINES.length;

export const isVariant = (line: LineName): boolean => VARIANT_LINES.some((each) => each === line);

export const variantLine = (index: number): LineName => VARIANT_LINES[index]!;

export const variants = signal<readonly Variant[]>([]);
/** By the places of the variants; what is still planned has no route yet. */
export const variantAnswers = signal<readonly VariantAnswer[]>([]);

export const isSameVariant = (a: Variant, b: Variant): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Names of vehicles have neither. */
const [APART, WITHIN] = ['|', '/'];

export const compared: PlanPart<readonly Variant[]> = {
  kept: () => (variants.value.length > 0 ? variants.value : undefined),
  show: (kept = []) => {
    variants.value = kept;
  },
  fields: () => ({}),
  ofVoyage: () => compared.kept(), // no voyage asks for it
  toText: (kept) =>
    kept.map(({ vehicle, mesh, best }) => [best, mesh ?? '', vehicle ?? ''].join(WITHIN)).join(APART),
  fromText: (text) => {
    const read = text.split(APART).flatMap((part): Variant[] => {
      const [, best, mesh, vehicle] = /^(fastest|least)\/(\d{0,15})\/(.{0,150})$/.exec(part) ?? [];
      if (!best) return [];
      return [{ vehicle: vehicle || null, mesh: mesh ? Number(mesh) : null, best: best as Variant['best'] }];
    });
    return read.length > 0 ? read.slice(0, MOST_VARIANTS) : undefined;
  },
};
