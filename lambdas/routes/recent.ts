import { jobs } from '../../lib/api/jobs.ts';
import { routes } from '../../lib/api/routes.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { jobLog } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { recentEntry } from '../../lib/routes/recent-entry.ts';
import { recentRoutes } from '../../lib/routes/recent-routes.ts';

const env = environment('REQUESTS_TABLE');
const table = new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog);
const MS_PER_HOUR = 3_600_000;

export const handler = endpoint(routes.recent, async ({ query, requester, url, answer }) => {
  const { hours, tag, limit, next } = query;
  const since = new Date(Date.now() - hours * MS_PER_HOUR);
  const page = await recentRoutes(table, { since, tags: tag, limit, after: next ?? null });
  const entries = page.routes.map((job) => {
    const entry = recentEntry(job, requester);
    return {
      ...entry,
      route_url: url(routes.get, { route_id: entry.id }),
      ...(entry.job_id && { job_status_url: url(jobs.get, { job_id: entry.job_id }) }),
    };
  });
  const message = `No recent routes found for last ${hours} hours.`;
  return answer(200, {
    routes: entries,
    ...(page.next && { next: page.next }),
    ...(entries.length === 0 && !page.next && { message }),
  });
});
