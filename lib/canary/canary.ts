/** A route that is requested end to end, as a client would, to see whether the service does what it should. */
import type { Call } from '../api/call.ts';
import { jobs } from '../api/jobs.ts';
import { type Operation, type PathValuesOf, pathOf } from '../api/operation.ts';
import { routes } from '../api/routes.ts';

/** The ends of the route, degrees. */
export interface CanaryRoute {
  readonly start_lat: number;
  readonly start_lon: number;
  readonly end_lat: number;
  readonly end_lon: number;
}

export interface CanaryRequest {
  readonly method: string;
  /** Below the API's root. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface CanaryPorts {
  /** Sends a request as the stage asks for it: open, with a key, or signed. */
  readonly send: (request: CanaryRequest) => Promise<{ readonly status: number; readonly text: string }>;
  /** Milliseconds, from any moment on. */
  readonly now: () => number;
}

/** The route did not come; the message says at which step. */
export class CanaryFailed extends Error {
  override readonly name = 'CanaryFailed';
}

/** Tag of the routes, by which they can be told from those of clients. */
const TAG = 'canary';
/** A route on a mesh of a hundred thousand cells is there in seconds; a cold start and one retry fit too. */
const PATIENCE_MS = 100_000;
/** How long each poll is held. */
const HELD_SECONDS = 10;

/** What the route took, seconds, and where it is. @throws CanaryFailed */
export async function requestEndToEnd(
  { send, now }: CanaryPorts,
  ends: CanaryRoute,
): Promise<{ readonly route_id: number; readonly seconds: number }> {
  const begun = now();
  const call = async <O extends Operation>(operation: O, sent: Call<O>, status: number) => {
    const path = pathOf(operation, (sent.parameters ?? {}) as PathValuesOf<O>);
    const answer = await send({
      method: operation.method,
      path,
      headers: { ...(sent.body !== undefined && { 'Content-Type': 'application/json' }), ...sent.headers },
      body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
    });
    if (answer.status === status) return JSON.parse(answer.text);
    throw new CanaryFailed(
      `${operation.method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`,
    );
  };
  const request = { ...ends, force_new_route: true, tags: [TAG] };
  const { id } = await call(routes.request, { body: request }, 202);
  for (;;) {
    const headers = { Prefer: `wait=${HELD_SECONDS}` };
    const job = await call(jobs.get, { parameters: { job_id: id }, headers }, 200);
    if (job.status === 'SUCCESS') {
      const route = await call(routes.get, { parameters: { route_id: job.route_id } }, 200);
      if (!(route.routes?.length > 0)) throw new CanaryFailed(`Route ${job.route_id} has no way.`);
      return { route_id: job.route_id, seconds: (now() - begun) / 1000 };
    }
    if (job.status === 'FAILURE' || job.status === 'REVOKED') {
      throw new CanaryFailed(`Job ${id} ended as ${job.status}: ${JSON.stringify(job.info)}`);
    }
    if (now() - begun > PATIENCE_MS) {
      throw new CanaryFailed(`Job ${id} is still ${job.status} after ${PATIENCE_MS / 1000} s.`);
    }
  }
}
