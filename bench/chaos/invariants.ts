import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, BenchService } from '../service/service.ts';
import { type Accepted, executions, isFinal, stateMachineClient } from './schedule.ts';

/** A job is in its last state this long after the last fault, ms. */
const SETTLED_WITHIN_MS = 60_000;
const POLL_MS = 100;
/** A poll reads the jobs in the order of their requests until it has seen this many that are not final. */
const UNFINISHED_IN_A_POLL = 3;
/**
 * Thousands of jobs are read faster than a stage allows, and on a machine without a free processor a handler may not
 * answer in its time: what is refused with `Retry-After` is asked for again, this often and late.
 */
const REPEATS = 10;
const RETRY_AFTER_MS = 1000;

/** The answer about a job in its last state. */
export interface Outcome {
  readonly status: string;
  readonly route_id?: number;
  readonly route_url?: string;
  readonly info?: { readonly error: string };
}

/** The last states of jobs by id. */
export type Outcomes = Map<string, Outcome>;

/**
 * Waits for the last state of every job, while the service sweeps at an interval. Returns these states, and a
 * finding for each job that has none in time.
 */
export async function settle(
  service: BenchService,
  jobs: readonly Accepted[],
  sweepEveryMs: number,
): Promise<{ outcomes: Outcomes; findings: string[] }> {
  const outcomes: Outcomes = new Map();
  const findings: string[] = [];
  const left = new Set(jobs.map(({ jobId }) => jobId));
  const start = performance.now();
  let sweepAt = start;
  while (left.size > 0 && performance.now() < start + SETTLED_WITHIN_MS) {
    let unfinished = 0;
    for (const jobId of left) {
      const { status, body } = await patiently(() => service.job(jobId));
      if (status >= 500)
        findings.push(`GET job ${jobId} answered ${status} after the faults: ${JSON.stringify(body)}`);
      if (status === 200 && isFinal(body.status)) {
        outcomes.set(jobId, body);
        left.delete(jobId);
      } else if (++unfinished === UNFINISHED_IN_A_POLL) break;
    }
    if (left.size === 0) break;
    if (performance.now() >= sweepAt) {
      await service.sweep();
      sweepAt = performance.now() + sweepEveryMs;
    }
    await sleep(POLL_MS);
  }
  for (const jobId of left) {
    const { status, body } = await service.job(jobId);
    const others = `${outcomes.size} of ${jobs.length} jobs became final`;
    findings.push(`job ${jobId} is not final after a minute (${others}): ${status} ${JSON.stringify(body)}`);
  }
  return { outcomes, findings };
}

/**
 * Why a job may fail: an operator stopped its execution, or three calculations crashed or timed out. Throttling
 * and a single fault must not fail it, and the sea of these requests has a way.
 */
const EXPECTED_FAILURES =
  /^The calculation (was aborted|(crashed|timed out) and was given up after 3 attempts)\.$/;

/**
 * Checks everything that must hold of jobs that have ended.
 *
 * @param numbers the job of each route number that was ever assigned
 * @param documentless jobs whose route document was deleted
 */
export async function check(
  service: BenchService,
  jobs: readonly Accepted[],
  outcomes: Outcomes,
  numbers: Map<number, string>,
  documentless: ReadonlySet<string>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const { jobId, request } of jobs) {
    const outcome = outcomes.get(jobId);
    if (!outcome) continue;
    if (outcome.status === 'FAILURE' && !EXPECTED_FAILURES.test(outcome.info?.error ?? ''))
      findings.push(`job ${jobId} failed: ${JSON.stringify(outcome.info)}`);
    if (documentless.has(jobId))
      findings.push(...(await checkDocumentless(service, jobId, outcome, request)));
    else if (outcome.status === 'SUCCESS')
      findings.push(...(await checkRoute(service, jobId, outcome, numbers)));
    else findings.push(...(await checkNotReused(service, jobId, request)));
  }
  return [...findings, ...(await checkExecutions(service, jobs))];
}

/** A final state is for good: each job still answers as it did. */
export async function checkUnchanged(service: BenchService, outcomes: Outcomes): Promise<string[]> {
  const findings: string[] = [];
  for (const [jobId, outcome] of outcomes) {
    const { status, body } = await patiently(() => service.job(jobId));
    if (status !== 200 || JSON.stringify(body) !== JSON.stringify(outcome))
      findings.push(`job ${jobId} went from ${JSON.stringify(outcome)} to ${status} ${JSON.stringify(body)}`);
  }
  return findings;
}

export async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let repeated = 0; [429, 503].includes(answer.status) && repeated < REPEATS; repeated++) {
    await sleep(RETRY_AFTER_MS);
    answer = await ask();
  }
  return answer;
}

async function checkRoute(
  service: BenchService,
  jobId: string,
  { route_id: id }: Outcome,
  numbers: Map<number, string>,
): Promise<string[]> {
  const { status, body } = await patiently(() => service.call('GET', `/api/route/${id}`));
  if (status !== 200 || !(body.routes?.length > 0)) {
    return [
      `job ${jobId} is SUCCESS and its route ${id} answers ${status} ${JSON.stringify(body).slice(0, 200)}`,
    ];
  }
  const owner = numbers.get(id!) ?? jobId;
  numbers.set(id!, owner);
  return owner === jobId ? [] : [`route ${id} belongs to the jobs ${owner} and ${jobId}`];
}

/**
 * A route whose document was deleted is not found, and repeating the request does not return it. A
 * calculation that ended late may have stored the document after it was deleted; then it is a normal route.
 */
async function checkDocumentless(
  service: BenchService,
  jobId: string,
  { route_id: id }: Outcome,
  request: object,
): Promise<string[]> {
  const { status } = await patiently(() => service.call('GET', `/api/route/${id}`));
  if (status === 200) return [];
  if (status !== 404) return [`route ${id}, whose document was deleted, answers ${status}`];
  return checkNotReused(service, jobId, request);
}

/** Repeating a request must not return a job that failed, was cancelled, or has lost its document. */
async function checkNotReused(service: BenchService, jobId: string, request: object): Promise<string[]> {
  const { status, body } = await patiently(() => service.call('POST', '/api/route', request));
  if (status >= 500) return [`POST answered ${status} after the faults: ${JSON.stringify(body)}`];
  return body?.id === jobId ? [`job ${jobId}, which can bring no route, was offered again`] : [];
}

/** At most one execution for each job. An execution is named after its job. */
async function checkExecutions(service: BenchService, jobs: readonly Accepted[]): Promise<string[]> {
  const names = (await executions(stateMachineClient(service))).map(({ name }) => name);
  return jobs
    .map(({ jobId }) => ({ jobId, count: names.filter((name) => name.includes(jobId)).length }))
    .filter(({ count }) => count > 1)
    .map(({ jobId, count }) => `job ${jobId} has ${count} executions`);
}

/** A mesh that was uploaded during the faults, and a line inside it, longitude first. */
export interface DroppedMesh {
  readonly digest: string;
  readonly line: readonly (readonly [number, number])[];
}

/**
 * After the faults, meshes that were uploaded during them are imported: each once, complete, and selectable; but one whose import died
 * three times is given up, as a calculation is.
 */
export async function checkMeshes(service: BenchService, dropped: readonly DroppedMesh[]): Promise<string[]> {
  await service.importMeshes();
  const findings = (await service.importMeshes())
    .filter(({ outcome }) => !['already stored', 'inserted', 'recompiled'].includes(outcome))
    .filter(({ reason }) => !reason?.includes('the import ended abruptly'))
    .map(({ file, outcome, reason }) => `mesh ${file} after the faults: ${outcome}: ${reason}`);
  const stored = await listMeshes(service);
  const numbers = stored.map(({ id }) => id);
  if (new Set(numbers).size < numbers.length) findings.push(`two meshes have one number: ${numbers}`);
  for (const { digest, line } of dropped) {
    const found = stored.filter(({ md5 }) => md5 === digest);
    if (found.length !== 1) findings.push(`the mesh ${digest} is stored ${found.length} times`);
    else findings.push(...(await checkMesh(service, found[0]!, line)));
  }
  return findings;
}

async function listMeshes(service: BenchService): Promise<{ id: number; md5: string }[]> {
  const meshes: { id: number; md5: string }[] = [];
  for (let path: string | undefined = '/api/mesh?limit=100'; path; ) {
    const page = path;
    const { status, body } = await patiently(() => service.call('GET', page));
    if (status !== 200) throw new Error(`The list of meshes answers ${status}: ${JSON.stringify(body)}`);
    meshes.push(...body.meshes);
    path = body.next && `/api/mesh?limit=100&next=${encodeURIComponent(body.next)}`;
  }
  return meshes;
}

/** A route can be evaluated on the mesh by its number, and on the meshes that selection finds there. */
async function checkMesh(
  service: BenchService,
  { id }: { id: number },
  coordinates: DroppedMesh['line'],
): Promise<string[]> {
  const findings: string[] = [];
  const route = { type: 'LineString', coordinates };
  for (const mesh of [{ custom_mesh_id: id }, {}]) {
    const evaluate = () => service.call('POST', '/api/evaluate_route', { route, ...mesh });
    const { status, body } = await patiently(evaluate);
    const how = 'custom_mesh_id' in mesh ? 'by its number' : 'by selection';
    if (status !== 200) findings.push(`mesh ${id} cannot be used ${how}: ${status} ${JSON.stringify(body)}`);
  }
  return findings;
}
