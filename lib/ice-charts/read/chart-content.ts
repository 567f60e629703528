import type { IceChart } from '../ice-chart.ts';

/** What the file itself says. */
export interface ChartContent extends Pick<IceChart, 'format' | 'areas' | 'drawn'> {
  readonly name: string | null;
  readonly referenceTime: string | null;
  /** Sentences without a full stop. */
  readonly notes: readonly string[];
}
