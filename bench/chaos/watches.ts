import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { transientFailureNamed } from '../../lib/jobs/transient-failures.ts';
import { gridMesh } from '../../test/local/grid-mesh.ts';
import type { Random } from '../service/random.ts';
import type { Answer, BenchService } from '../service/service.ts';
import { patiently } from './invariants.ts';
import { isFinal } from './schedule.ts';

/** Checks are over this long after the last mesh, ms. */
const SETTLED_WITHIN_MS = 60_000;
const POLL_MS = 200;
/** Speeds of the seas that come while the ship is on her way, km/h; the first is that of the plan. */
const SPEEDS = [20, 10, 5, 40] as const;

/** Some ships have not left yet; where the others are, and so what is planned from there, depends on the time. */
const LEAVES_IN_HOURS = [5, -1] as const;
const MS_PER_HOUR = 3_600_000;

interface Event {
  readonly time: string;
  readonly status: string;
  readonly was: string;
  readonly sentence: string;
  readonly meshes: readonly number[];
}

interface Message {
  readonly watch_id: string;
  readonly event: Event;
}

/** A voyage that is watched in a sea of its own, which changes under faults. */
export class WatchedVoyage {
  readonly #service: BenchService;
  readonly #name: string;
  readonly #leavesInHours: number;
  /** Degrees; the seas of voyages don't touch. */
  readonly #lonMin: number;
  #seas = 0;
  #id = '';
  /** That planned its route. */
  jobId = '';

  constructor(service: BenchService, seed: number) {
    this.#service = service;
    this.#name = `watched-${seed}`;
    this.#leavesInHours = LEAVES_IN_HOURS[seed % LEAVES_IN_HOURS.length]!;
    this.#lonMin = 3 * (seed % 100) - 150;
  }

  /** Before there are faults: the sea, the route, and its watch. */
  async begin(): Promise<void> {
    await this.#drop(SPEEDS[0]);
    await this.#service.importMeshes();
    const lon = this.#lonMin;
    const ends = { start_lat: 20.2, start_lon: lon + 0.2, end_lat: 21.8, end_lon: lon + 1.8 };
    const departure = new Date(Date.now() + this.#leavesInHours * MS_PER_HOUR).toISOString();
    const body = { ...ends, departure, force_new_route: true };
    const job = await this.#ok('POST', '/api/route', body);
    this.jobId = job.id;
    let ended: Answer['body'];
    do ended = await this.#ok('GET', `/api/job/${job.id}`);
    while (!isFinal(ended.status));
    const { route_id } = ended;
    this.#id = (await this.#ok('POST', '/api/watch', { route_id })).id;
  }

  /** While there are: newer seas of other speeds, several between two imports too. */
  async change(random: Random): Promise<void> {
    for (let left = 1 + random.below(4); left > 0; left--) {
      await this.#drop(random.pick(SPEEDS));
      if (random.chance(0.7)) await this.#service.importMeshes().catch(() => {});
      await sleep(random.below(200));
    }
  }

  /**
   * After them: the sea is again as planned, and then each change is told, once in the feed and at least once beside it.
   */
  async check(): Promise<string[]> {
    await this.#drop(SPEEDS[0]);
    await this.#service.importMeshes();
    const watch = await this.#settled();
    const { events } = watch;
    const found: string[] = [];
    const note = (what: string) => found.push(`watch ${this.#id}: ${what}: ${JSON.stringify(watch)}`);
    if (watch.status !== 'holds') note('it was forgotten');
    if (!isChain(events, watch.status)) note('its events do not follow each other');
    if (toldTwice(events).length > 0) note('a change is told twice');
    for (const { sentence } of events) if (isOurs(sentence)) note('a check failed that no fault explains');
    const told = await this.#published();
    for (const event of events)
      if (!told.some((each) => isDeepStrictEqual(each, event))) note(`an event was not told: ${event.time}`);
    for (const { time } of told)
      if (!events.some((event: Event) => event.time === time))
        note(`told is what the feed does not have: ${time}`);
    await this.#service.call('DELETE', `/api/watch/${this.#id}`);
    return found;
  }

  /** When its check in the last sea is over, and what it found is told; after a minute as it is then. */
  async #settled(): Promise<Answer['body']> {
    const until = performance.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const watch = await this.#ok('GET', `/api/watch/${this.#id}?limit=100`);
      const told = await this.#published();
      const isTold = watch.events.every(({ time }: Event) => told.some((each) => each.time === time));
      const isOver = watch.status === 'holds' && isTold && isChain(watch.events, watch.status);
      if (isOver || performance.now() > until) return watch;
      await sleep(POLL_MS);
    }
  }

  #drop(speedKmh: number): Promise<string> {
    this.#seas++;
    const mesh = gridMesh({ latMin: 20, lonMin: this.#lonMin, columns: 2, rows: 2, speedKmh });
    // equal seas are one mesh
    const own = { ...mesh, made: this.#seas, name: this.#name };
    const created = `20240701T0000${String(this.#seas).padStart(2, '0')}`;
    return this.#service.drop(`${this.#name}-${this.#seas}`, own, created);
  }

  /** What the topic has of the watch. */
  async #published(): Promise<Event[]> {
    const topic = this.#service.stack.outputs.WatchTopicArn!.split(':').at(-1);
    const file = join(this.#service.dataFolder, 'logs', `${topic}.log`);
    const log = await readFile(file, 'utf8').catch(() => '');
    return log
      .split('\n')
      .slice(0, -1)
      .map((line): Message => JSON.parse(JSON.parse(line).text))
      .filter(({ watch_id }) => watch_id === this.#id)
      .map(({ event }) => event);
  }

  /** Asks again where a busy machine had no time for it. */
  async #ok(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer['body']> {
    const ask = () => this.#service.call(method, path, body, { prefer: 'wait=20' });
    const { status, body: answer } = await patiently(ask);
    if (status >= 400 || status === 0)
      throw new Error(`${this.#name}: without a fault: ${status} ${JSON.stringify(answer)}`);
    return answer;
  }
}

/**
 * Whether the events lead from `holds` to a status, each from where another ended. Clocks may be wrong, so that their times say nothing:
 * every status but the ends is entered as often as it is left.
 */
export function isChain(events: readonly Pick<Event, 'status' | 'was'>[], status: string): boolean {
  const balance = new Map<string, number>();
  const add = (to: string, count: number) => balance.set(to, (balance.get(to) ?? 0) + count);
  add('holds', 1);
  add(status, -1);
  for (const event of events) {
    add(event.status, 1);
    add(event.was, -1);
  }
  return [...balance.values()].every((count) => count === 0);
}

/** Whether a check kept failing for a reason that is not one of the services or of a sandbox that died. */
function isOurs(sentence: string): boolean {
  const name = /the check failed \((.*?)\)/.exec(sentence)?.[1];
  return name !== undefined && transientFailureNamed(name) === null;
}

/** Seas of which more than one change is told; where it was unknown what they mean, they are told of again. */
export function toldTwice(events: readonly Pick<Event, 'status' | 'was' | 'meshes'>[]): string[] {
  const seas = events
    .filter(({ status, was }) => status !== 'unknown' && was !== 'unknown')
    .map(({ meshes }) => meshes.join());
  return seas.filter((sea, i) => seas.indexOf(sea) < i);
}
