/**
 * A request for a route: it is answered with a finished route, with a calculation that is under way, or with a new job.
 *
 * The order of writes keeps every promise, at whatever point the process dies:
 *
 * 1. The claim of identical requests decides which job id they all use. Nothing exists yet under that id.
 * 2. The claim of an Idempotency-Key decides which job id the repetitions of this request use.
 * 3. The whole request of a voyage is stored under the job's id, unless one is. Then the job's record is created if it
 *    does not exist. From here on the job is never lost.
 * 4. The execution is started under the job's id; a second start does nothing. The sweeper does it where it was missed.
 * 5. The calculation stores the route's document, and then writes SUCCESS with the route's totals in one step.
 *
 * Whoever finds a claim without a record (its maker died before step 3, or is about to do it) carries on with the
 * claimed id: for one id, steps 3 and 4 are the same whoever does them, and how often.
 */
import { ServiceBusy } from '../jobs/errors.ts';
import type { AcceptedRequest, Job } from '../jobs/job.ts';
import { routeIdOf } from '../jobs/job-id.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { newJobId } from '../jobs/new-job-id.ts';
import type { StartPorts } from '../jobs/start-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import type { Claims } from '../request/claims.ts';
import { claimedId, earlierId, type Sender } from '../request/repetitions.ts';
import type { VoyageRequest } from '../voyage/voyage-request.ts';
import { identicalRequestKey } from './claims.ts';
import { type FindPorts, findRoute, isReusable } from './find-route.ts';
import { type ResolvePorts, resolveRequest } from './resolve-request.ts';
import { reuseKey } from './reuse-key.ts';
import type { SentRequest } from './route-request.ts';
import type { RouteStore } from './route-store.ts';
import { requestKeyOf, type StoredRequests, toStoredRequest } from './stored-request.ts';

export interface RequestPorts extends StartPorts, FindPorts, ResolvePorts {
  readonly meshes: Pick<MeshStore, 'byId' | 'candidates' | 'siblings'>;
  readonly jobs: JobStore;
  readonly routes: RouteStore;
  readonly claims: Claims;
  readonly storedRequests: Pick<StoredRequests, 'put'>;
}

export interface RequestLimits {
  readonly toleranceNm: number;
  readonly retentionDays: number;
}

export interface Caller extends Sender {
  /** Whether repetitions may have another body, because the key tells all. */
  readonly mayDiffer?: boolean;
}

/** The job that will bring the route, or has brought it. */
export interface RequestedRoute {
  /** `repeated`: the job of an earlier request with the same Idempotency-Key, whatever became of it. */
  readonly outcome: 'new' | 'joined' | 'reused' | 'repeated';
  readonly job: Pick<Job, 'id' | 'routeId' | 'status'>;
}

/** What is being requested, until it has an id. */
type Submission = Omit<AcceptedRequest, 'id' | 'routeId' | 'requestKey'> &
  Pick<VoyageRequest, 'voyage' | 'standing' | 'forecast' | 'continues' | 'objectives'>;

/** Each round is lost to another request; more than a few in a row are a fault. */
const CLAIM_ROUNDS = 5;
/** An identical request finds the job by its claim until the search for similar routes sees it, seconds later. */
const IDENTICAL_SECONDS = 3600;
const SECONDS_PER_DAY = 86_400;

/** @throws VehicleNotFound, what chooseMeshes throws, IdempotencyKeyReused, ServiceBusy */
export async function requestRoute(
  ports: RequestPorts,
  request: SentRequest,
  caller: Caller,
  limits: RequestLimits,
  now: Date,
): Promise<RequestedRoute> {
  const sent = { ...caller, body: caller.mayDiffer ? null : request };
  const earlier = await earlierId(ports.claims, sent, now);
  const repeated = earlier && (await ports.jobs.find(earlier));
  if (repeated) return { outcome: 'repeated', job: repeated };

  const submission = await accept(ports, request, caller, limits, now);
  const found =
    !earlier && !request.force_new_route && (await findRoute(ports, { ...submission, ...limits }));
  const jobId =
    earlier ?? (found ? found.id : await chooseId(ports, submission, request.force_new_route, now));
  const decided = earlier ?? (await claimedId(ports.claims, sent, jobId, now));
  if (found && decided === found.id) return await use(ports, found, submission.tags);
  return await submit(ports, submission, decided, limits);
}

async function accept(
  ports: RequestPorts,
  request: SentRequest,
  { requester }: Caller,
  { retentionDays }: RequestLimits,
  now: Date,
): Promise<Submission> {
  const resolved = await resolveRequest(ports, request);
  return {
    ...resolved,
    requestedAt: now.toISOString(),
    requester,
    tags: request.tags,
    expiresAt: epochSeconds(now) + retentionDays * SECONDS_PER_DAY,
  };
}

const epochSeconds = (time: Date): number => Math.ceil(time.getTime() / 1000);

/** The id of a new job, or of one that an identical request claims at this moment. */
async function chooseId(
  ports: RequestPorts,
  submission: Submission,
  forced: boolean,
  now: Date,
): Promise<string> {
  const jobId = newJobId(await ports.routes.nextRouteId());
  if (forced) return jobId;
  const key = identicalRequestKey(submission);
  const claim = { id: jobId, fingerprint: null, expiresAt: epochSeconds(now) + IDENTICAL_SECONDS };
  for (let round = 0; round < CLAIM_ROUNDS; round++) {
    const holder = await ports.claims.claim(key, claim, now);
    if (holder.id === jobId) return jobId;
    const job = await ports.jobs.find(holder.id);
    if (!job || (await isReusable(ports, job))) return holder.id;
    if (await ports.claims.takeOver(key, claim, holder.id)) return jobId;
  }
  throw new ServiceBusy('Others keep requesting, and cancelling, the same route.');
}

/** Creates the job under an id and starts it, unless it exists: then it is used. */
async function submit(
  ports: RequestPorts,
  submission: Submission,
  id: string,
  { toleranceNm }: RequestLimits,
): Promise<RequestedRoute> {
  const routeId = routeIdOf(id)!;
  const {
    voyage,
    standing,
    forecast: _,
    continues: _continues,
    objectives: _objectives,
    ...accepted
  } = submission;
  const requestKey = voyage || standing ? requestKeyOf(id) : null;
  if (requestKey) await ports.storedRequests.put(requestKey, toStoredRequest(submission));
  const job = { ...accepted, id, routeId, requestKey, reuseKey: reuseKey(submission, toleranceNm) };
  if (await ports.jobs.create(job)) {
    await startJob(ports, job);
    return { outcome: 'new', job: { id, routeId, status: 'PENDING' } };
  }
  const existing = await ports.jobs.find(id);
  if (!existing) throw new ServiceBusy(`Job ${id} exists but can't be read.`);
  // Whoever created it may have died before starting it, or be this request before the SDK repeated its write.
  if (existing.status === 'PENDING') await startJob(ports, existing);
  return await use(ports, existing, submission.tags);
}

async function use({ routes }: RequestPorts, job: Job, tags: readonly string[]): Promise<RequestedRoute> {
  const added = tags.filter((tag) => !job.tags.includes(tag));
  if (added.length > 0) await routes.addTags(job.id, added);
  return { outcome: job.status === 'SUCCESS' ? 'reused' : 'joined', job };
}
