import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchService } from '../service/service.ts';
import { type Accepted, executions, isFinal, stateMachineClient } from './schedule.ts';

/** A job is in its last state this long after the last fault, ms. */
const SETTLED_WITHIN_MS = 60_000;
const POLL_MS = 100;

/** Final bodies of jobs by id. */
type Outcomes = Map<string, { status: string; route_id?: number; route_url?: string }>;

/** Waits for the last state of every job. Returns what they became, and a finding for each that has none in time. */
export async function settle(
  service: BenchService,
  jobs: readonly Accepted[],
): Promise<{ outcomes: Outcomes; findings: string[] }> {
  const outcomes: Outcomes = new Map();
  const findings: string[] = [];
  const left = new Set(jobs.map(({ jobId }) => jobId));
  const end = performance.now() + SETTLED_WITHIN_MS;
  while (left.size > 0 && performance.now() < end) {
    for (const jobId of left) {
      const { status, body } = await service.job(jobId);
      if (status >= 500)
        findings.push(`GET job ${jobId} answered ${status} after the faults: ${JSON.stringify(body)}`);
      if (status !== 200 || !isFinal(body.status)) continue;
      outcomes.set(jobId, body);
      left.delete(jobId);
    }
    if (left.size > 0) await sleep(POLL_MS);
  }
  for (const jobId of left) {
    const { status, body } = await service.job(jobId);
    findings.push(`job ${jobId} is not final after a minute: ${status} ${JSON.stringify(body)}`);
  }
  return { outcomes, findings };
}

/** Everything that must hold of settled jobs. `numbers`: the job of each route number that was ever given. */
export async function check(
  service: BenchService,
  jobs: readonly Accepted[],
  outcomes: Outcomes,
  numbers: Map<number, string>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const { jobId, request } of jobs) {
    const outcome = outcomes.get(jobId);
    if (!outcome) continue;
    const { body: now } = await service.job(jobId);
    if (now?.status !== outcome.status)
      findings.push(`job ${jobId} went from ${outcome.status} to ${now?.status}`);
    if (outcome.status === 'SUCCESS') findings.push(...(await checkRoute(service, jobId, outcome, numbers)));
    else findings.push(...(await checkNotReused(service, jobId, request)));
  }
  return [...findings, ...(await checkExecutions(service, jobs))];
}

async function checkRoute(
  service: BenchService,
  jobId: string,
  { route_id: id }: { route_id?: number },
  numbers: Map<number, string>,
): Promise<string[]> {
  const { status, body } = await service.call('GET', `/api/route/${id}`);
  if (status !== 200 || !(body.routes?.length > 0)) {
    return [
      `job ${jobId} is SUCCESS and its route ${id} answers ${status} ${JSON.stringify(body).slice(0, 200)}`,
    ];
  }
  const owner = numbers.get(id!) ?? jobId;
  numbers.set(id!, owner);
  return owner === jobId ? [] : [`route ${id} belongs to the jobs ${owner} and ${jobId}`];
}

/** The same request again must not lead to a job that failed or was cancelled. */
async function checkNotReused(service: BenchService, jobId: string, request: object): Promise<string[]> {
  const { status, body } = await service.call('POST', '/api/route', request);
  if (status >= 500) return [`POST answered ${status} after the faults: ${JSON.stringify(body)}`];
  return body?.id === jobId ? [`the failed or cancelled job ${jobId} was offered again`] : [];
}

/** At most one execution for each job. An execution is named after its job. */
async function checkExecutions(service: BenchService, jobs: readonly Accepted[]): Promise<string[]> {
  const names = (await executions(stateMachineClient(service))).map(({ name }) => name);
  return jobs
    .map(({ jobId }) => ({ jobId, count: names.filter((name) => name.includes(jobId)).length }))
    .filter(({ count }) => count > 1)
    .map(({ jobId, count }) => `job ${jobId} has ${count} executions`);
}

/** Meshes that were dropped during the faults are imported once they are over, each once. */
export async function checkMeshes(service: BenchService, digests: readonly string[]): Promise<string[]> {
  await service.importMeshes();
  const outcomes = (await service.importMeshes()).map(({ outcome }) => outcome);
  const strange = outcomes.filter(
    (outcome) => !['already stored', 'inserted', 'recompiled'].includes(outcome),
  );
  return strange.length > 0 ? [`of ${digests.length} meshes, after the faults: ${strange.join(', ')}`] : [];
}
