/** The field of a request that concerns ice charts. */
import * as z from 'zod';
import { orNull } from '../request/values.ts';
import { CHART_ID } from './chart-id.ts';

const MUST_BE = 'must be the id of an ice chart, or "newest"';
export const chartId = z.string(MUST_BE).regex(CHART_ID, MUST_BE);

export const chartFields = {
  ice_chart: orNull(z.union([chartId, z.literal('newest')], MUST_BE)).describe(
    'Lays an ice chart over an environment mesh: its id, or "newest" of the sea between the places',
  ),
};

interface Charted {
  readonly ice_chart: string | null;
  readonly vehicle_type?: string | null | undefined;
  readonly vessel_type?: string | null | undefined;
}

/** A chart changes the sea, not what a ready-made mesh has made of it for one vessel. */
export function checkChart(
  { ice_chart, vehicle_type, vessel_type }: Charted,
  context: z.RefinementCtx,
): void {
  if (ice_chart === null || vehicle_type || vessel_type) return;
  context.addIssue({
    code: 'custom',
    path: ['ice_chart'],
    message: 'can only be combined with vehicle_type: name the vehicle to plan for',
  });
  context.addIssue({ code: 'custom', path: ['vehicle_type'], message: 'is required with ice_chart' });
}
