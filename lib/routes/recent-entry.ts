/** One entry of the list of recent routes. */
import type { Job } from '../jobs/job.ts';
import { isFinal } from '../jobs/transitions.ts';
import { quantitiesOf } from './track-geojson.ts';

/** @param requester of the list; null where callers are not told apart */
export function recentEntry(job: Job, requester: string | null) {
  // the id of a job lets its holder cancel it
  const knowsJob = isFinal(job.status) || (requester !== null && requester === job.requester);
  return {
    id: job.routeId,
    start_lat: job.start.lat,
    start_lon: job.start.lon,
    end_lat: job.end.lat,
    end_lon: job.end.lon,
    start_name: job.startName,
    end_name: job.endName,
    requested: job.requestedAt,
    calculated: job.calculatedAt,
    status: job.status,
    tags: job.tags,
    ...(knowsJob && { job_id: job.id }),
    mesh: { id: job.meshId, name: job.meshName },
    ...(job.vehicle && { vehicle_type: job.vehicle.vessel_type }),
    ...(job.totals && { totals: totalsOf(job.totals, job.vehicle) }),
  };
}

/** By objective. */
function totalsOf(totals: NonNullable<Job['totals']>, vehicle: Job['vehicle']) {
  const consumed = 'battery' in totals ? 'battery' : 'fuel';
  const { co2PerTonne } = quantitiesOf(consumed, vehicle?.fuel_type);
  const consumptionOf = (amount: number) => ({
    [consumed]: amount,
    ...(co2PerTonne && { co2: co2PerTonne * amount }),
  });
  return Object.fromEntries(
    Object.entries(totals).map(([objective, { days, metres, consumption }]) => [
      objective,
      { days, metres, ...(consumption !== null && consumptionOf(consumption)) },
    ]),
  );
}
