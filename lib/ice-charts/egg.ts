/** The egg of an ice chart: its codes, and the ice that they describe. */
import { ICE_TYPES } from '../vessel/risk-index.ts';
import { type Coding, concentrationOf, lakeStageOf, type Stage, stageOf } from './ice-codes.ts';

/** Codes as they are in the file; an empty text where there is none. */
export interface Egg {
  readonly coding: Coding;
  /** True where the stages are those of lake ice. */
  readonly isLake?: true;
  /** Of all ice. */
  readonly total: string;
  /** Concentration and stage of development of each part, the thickest first; a part may lack either. */
  readonly parts: readonly { readonly concentration: string; readonly stage: string }[];
  /** Mean thickness, where the chart has measured it, m. */
  readonly thicknessM?: number;
}

/** The ice in an area. */
export interface Ice {
  /** %; null where it is not known. */
  readonly concentration: number | null;
  /** Mean of the ice, m; null where it is not known. */
  readonly thicknessM: number | null;
  /** Tenths by type, in the order of the risk index values; null where they are not known. */
  readonly types: readonly number[] | null;
}

/** Counts codes that say nothing, and those that no table has. */
export class CodeCount {
  undetermined = 0;
  readonly unknown = new Map<string, number>();

  add(what: string, code: string, meaning: unknown): void {
    if (meaning === null && /^9[89]$/.test(code)) this.undetermined++;
    if (meaning !== undefined) return;
    const name = `${what} ${JSON.stringify(code.slice(0, 12))}`;
    if (this.unknown.size < MOST_UNKNOWN || this.unknown.has(name)) {
      this.unknown.set(name, (this.unknown.get(name) ?? 0) + 1);
    }
  }
}

/** A file with a different one in every field would fill the answer. */
const MOST_UNKNOWN = 20;
/** Tenths: parts may differ from the total by this much, as 9+/10 does from 9/10 or 10/10. */
const ROUNDED = 0.5;

/** The ice that the codes describe, as far as they are known. */
export function iceOf({ coding, isLake, total: totalCode, parts, thicknessM }: Egg, count: CodeCount): Ice {
  const read = <T>(what: string, code: string, meaning: T | null | undefined): T | null => {
    count.add(what, code, meaning);
    return meaning ?? null;
  };
  const said = read('total concentration', totalCode, concentrationOf(totalCode, coding));
  const given = parts
    .map(({ concentration, stage }) => ({
      tenths: read('partial concentration', concentration, concentrationOf(concentration, coding)),
      stage: read('stage of development', stage, (isLake ? lakeStageOf : stageOf)(stage)),
    }))
    .filter(({ tenths, stage }) => tenths !== null || stage !== null);
  const sum = given.reduce((all, { tenths }) => all + (tenths ?? 0), 0);
  // a part of which nothing is known may be any ice
  const areAllKnown = given.length === parts.length && given.every(({ tenths }) => tenths !== null);
  const isWhole = given.length > 0 && areAllKnown && sum <= 10;
  const total = said ?? (isWhole ? sum : null);
  if (total === null) return { concentration: null, thicknessM: thicknessM ?? null, types: null };
  const ice = total === 0 ? [] : shared(given, total);
  const mean = ice && (total === 0 ? 0 : weighted(ice) / ice.reduce((all, { tenths }) => all + tenths, 0));
  return {
    concentration: 10 * total,
    thicknessM: thicknessM ?? (total === 0 ? null : mean),
    types: ice && typesOf(ice),
  };
}

interface Part {
  readonly tenths: number;
  readonly stage: Stage;
}

const weighted = (ice: readonly Part[]): number =>
  ice.reduce((sum, { tenths, stage }) => sum + tenths * stage.thicknessM, 0);

/**
 * The parts with their concentrations; null where a part is of no known stage, or they are more than there is ice.
 *
 * What the concentrations leave of the total belongs to the parts that have none (the only stage of an egg with one, the rest "Sd" of a
 * full one); where all have one, to the thickest.
 */
function shared(
  given: readonly { readonly tenths: number | null; readonly stage: Stage | null }[],
  total: number,
): Part[] | null {
  if (given.length === 0 || given.some(({ stage }) => stage === null)) return null;
  const parts = given as readonly { readonly tenths: number | null; readonly stage: Stage }[];
  const rest = parts.reduce((left, { tenths }) => left - (tenths ?? 0), total);
  if (rest < -ROUNDED - 1e-9) return null;
  const open = parts.filter(({ tenths }) => tenths === null);
  const thickest = parts.reduce((a, b) => (b.stage.type > a.stage.type ? b : a));
  const takers = open.length > 0 ? open : [thickest];
  const each = Math.max(0, rest) / takers.length;
  return parts.map((part) => ({
    stage: part.stage,
    tenths: (part.tenths ?? 0) + (takers.includes(part) ? each : 0),
  }));
}

function typesOf(ice: readonly Part[]): number[] {
  const types = new Array<number>(ICE_TYPES).fill(0);
  for (const { tenths, stage } of ice) types[stage.type]! += tenths;
  types[0] = 10 - types.slice(1).reduce((sum, tenths) => sum + tenths, 0);
  return types;
}
