import { jobs } from '../../lib/api/jobs.ts';
import { routes } from '../../lib/api/routes.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { jobLog } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { type ApiRequest, endpoint } from '../../lib/http/endpoint.ts';
import type { Job } from '../../lib/jobs/job.ts';
import { isFinal } from '../../lib/jobs/transitions.ts';
import { recentRoutes } from '../../lib/routes/recent-routes.ts';
import { quantitiesOf } from '../../lib/routes/track-geojson.ts';

const env = environment('REQUESTS_TABLE');
const table = new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog);
const MS_PER_HOUR = 3_600_000;

type Request = ApiRequest<typeof routes.recent>;

export const handler = endpoint(routes.recent, async (request) => {
  const { hours, tag, limit, next } = request.query;
  const since = new Date(Date.now() - hours * MS_PER_HOUR);
  const page = await recentRoutes(table, { since, tags: tag, limit, after: next ?? null });
  const entries = page.routes.map((job) => entryOf(job, request));
  const message = `No recent routes found for last ${hours} hours.`;
  return request.answer(200, {
    routes: entries,
    ...(page.next && { next: page.next }),
    ...(entries.length === 0 && !page.next && { message }),
  });
});

function entryOf(job: Job, { requester, url }: Request) {
  // The id of a job lets its holder cancel it.
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
    route_url: url(routes.get, { route_id: job.routeId }),
    tags: job.tags,
    ...(knowsJob && { job_id: job.id, job_status_url: url(jobs.get, { job_id: job.id }) }),
    mesh: { id: job.meshId, name: job.meshName },
    ...(job.vehicle && { vehicle_type: job.vehicle.vessel_type }),
    ...(job.totals && { totals: totalsOf(job.totals, job.vehicle) }),
  };
}

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
