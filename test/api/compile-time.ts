/**
 * Checked by the compiler alone: each `@ts-expect-error` fails `npm run typecheck` where the next line is no error.
 */
import { GzippedJson, MediaContent } from '../../lib/api/content.ts';
import { jobs } from '../../lib/api/jobs.ts';
import { routes } from '../../lib/api/routes.ts';
import type { vehicles } from '../../lib/api/vehicles.ts';
import { call } from '../../lib/cli/api-client.ts';
import type { ApiRequest } from '../../lib/http/endpoint.ts';

/** A handler's answer that departs from its definition does not compile. */
export function handlers(
  create: ApiRequest<typeof vehicles.create>,
  get: ApiRequest<typeof jobs.get>,
  remove: ApiRequest<typeof vehicles.delete>,
  route: ApiRequest<typeof routes.get>,
  recent: ApiRequest<typeof routes.recent>,
): void {
  create.answer(200, { vessel_type: 'SDA' });
  create.answer(201, { vessel_type: 'SDA' }, { Location: 'https://…' });
  // @ts-expect-error: a status that the operation does not have
  create.answer(202, { vessel_type: 'SDA' });
  // @ts-expect-error: a field of another type
  create.answer(200, { vessel_type: 3 });
  // @ts-expect-error: a field is missing
  create.answer(200, {});
  // @ts-expect-error: a field that the schema does not have
  create.answer(200, { vessel_type: 'SDA', beam: 24 });
  // @ts-expect-error: the header is missing
  create.answer(201, { vessel_type: 'SDA' });
  // @ts-expect-error: another header
  create.answer(201, { vessel_type: 'SDA' }, { Allow: 'GET' });
  remove.answer(204);
  // @ts-expect-error: the answer has no body
  remove.answer(204, {});
  route.answer(200, new GzippedJson(new Uint8Array()), { 'Content-Disposition': undefined });
  // @ts-expect-error: no media type but JSON is defined
  recent.answer(200, new MediaContent('text/plain', ''));
  const times = { created: '', updated: '' };
  // @ts-expect-error: no status of a job
  get.answer(200, { id: '', status: 'LOST', ...times });
  const id: string = get.parameters.job_id;
  get.url(jobs.cancel, { job_id: id });
  // @ts-expect-error: the parameter has another name
  get.url(jobs.cancel, { id });
  // @ts-expect-error: the operation has no body
  get.body.length;
  // @ts-expect-error: the body has no such field
  create.body.speed;
}

/** So does a client that departs from it. */
export async function client(): Promise<void> {
  const target = { baseUrl: 'http://127.0.0.1:9' };
  const points = { start_lat: 0, start_lon: '0', end_lat: 1, end_lon: 1 };
  const answer = await call(target, routes.request, { body: points }, () => {});
  if (answer.status === 200) answer.body.route_id.toFixed();
  // @ts-expect-error: 202 has no route yet
  if (answer.status === 202) answer.body.route_id;
  // @ts-expect-error: a coordinate is missing
  call(target, routes.request, { body: { start_lat: 0, start_lon: 0, end_lat: 0 } }, () => {});
  // @ts-expect-error: the parameter is missing
  call(target, jobs.get, {}, () => {});
}
