import { signal } from '@preact/signals';
import type { PlanPart } from './plan-part.ts';

/** As the service allows, nautical miles. */
export const MOST_CLEARANCE_NM = 20;

/** How far the route keeps from land, nautical miles; 0: that is not asked for. */
export const clearanceNm = signal(0);

export const clearance: PlanPart<number> = {
  kept: () => clearanceNm.value || undefined,
  show: (nm = 0) => {
    clearanceNm.value = nm;
  },
  fields: () => ({ clearance_nm: clearanceNm.value || null }),
  ofVoyage: ({ clearance_nm: nm }) => nm ?? undefined,
  toText: String,
  fromText: (text) => {
    const nm = Number(text);
    return nm > 0 && nm <= MOST_CLEARANCE_NM ? nm : undefined;
  },
};
