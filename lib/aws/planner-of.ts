/** The planner of functions that calculate, with the meshes and charts of the bucket. */
import { ChartStore } from '../ice-charts/chart-store.ts';
import { Planner } from '../routes/planner.ts';
import { logger } from './logger.ts';
import type { MeshBucket } from './mesh-bucket.ts';

interface Limits {
  readonly WAYPOINT_ADJUSTMENT_LIMIT_NM: number;
  readonly CALCULATION_SECONDS: number;
}

export const plannerOf = (
  { WAYPOINT_ADJUSTMENT_LIMIT_NM, CALCULATION_SECONDS }: Limits,
  files: MeshBucket,
): Planner =>
  new Planner({
    loads: { files, log: logger },
    charts: new ChartStore(files),
    adjustmentLimitNm: WAYPOINT_ADJUSTMENT_LIMIT_NM,
    calculationSeconds: CALCULATION_SECONDS,
  });
