import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChain, toldTwice } from '../../bench/chaos/watches.ts';
import { type DatedEntry, plannedWayOf } from '../../lib/routes/planned-way.ts';
import { type CheckPorts, checkWatch, noteFailure } from '../../lib/watches/check-watch.ts';
import type { Watch, WatchEvent } from '../../lib/watches/watch.ts';

/*
 * Schedules in one process: seas follow each other while checks of those before still run, side by side, and each dies at some of its
 * calls, before or after they take effect. `npm run chaos -- --watches` does the same to the whole service.
 */

const begin = Date.UTC(2026, 10, 20);
const iso = (ms: number) => new Date(begin + ms).toISOString();
const entry: DatedEntry = {
  type: 'traveltime',
  name: 'South',
  path: {
    features: [
      {
        geometry: {
          coordinates: [
            [-57, -52],
            [-57, -58],
          ],
        },
        properties: { traveltime: [0, 1.5], time: [iso(0), iso(36 * 3_600_000)] },
      },
    ],
  },
  mesh: { id: 1 },
};
const newWatch = (): Watch => ({
  id: 'w',
  name: 'South',
  requester: null,
  created: iso(0),
  routeId: 1,
  objective: 'traveltime',
  departure: iso(0),
  way: plannedWayOf(entry)!,
  until: null,
  tellFromPercent: 2,
  position: null,
  reported: null,
  fuel: null,
  done: [],
  check: null,
  untold: null,
  endsAt: iso(36 * 3_600_000),
  ends: 'arrival',
});

class Died extends Error {}

/** A service with one watch, whose calls are done in the order that a scheduler gives them. */
class World {
  sea = { id: 2, slower: 1 };
  readonly feed = new Map<string, WatchEvent>();
  readonly messages: WatchEvent[] = [];
  watch = newWatch();
  #clock = 0;
  readonly #scheduler: fc.Scheduler;

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
  }

  /** One execution: a check that dies is made again, and one that keeps dying is noted, which may die too. */
  async execute(deaths: readonly number[]): Promise<void> {
    const began = new Date(begin + ++this.#clock);
    for (let attempt = 0; attempt < 3; attempt++) {
      const isOver = await this.#invoke(deaths[attempt] ?? 0, (ports, now) =>
        checkWatch(ports, 'w', () => true, now),
      );
      if (isOver) return;
    }
    await this.#invoke(deaths[3] ?? 0, (ports, now) =>
      noteFailure(ports, 'w', { reason: 'It failed.', began }, now),
    );
  }

  async #invoke(dies: number, work: (ports: CheckPorts, now: Date) => Promise<void>): Promise<boolean> {
    try {
      await work(this.#ports(dies), new Date(begin + ++this.#clock));
      return true;
    } catch (error) {
      // one that others came between too often is made again as well
      if (!(error instanceof Died) && !/changed each time/.test(String(error))) throw error;
      return false;
    }
  }

  /** @param dies the number of the call at which the invocation dies, from 1; odd: before it takes effect. 0: at none */
  #ports(dies: number): CheckPorts {
    let calls = 0;
    const call = async <T>(effect: () => T): Promise<T> => {
      const step = ++calls;
      await this.#scheduler.schedule(Promise.resolve());
      if (step > 1 && 2 * step - 1 === dies) throw new Died();
      const made = effect();
      if (2 * step === dies) throw new Died();
      return made;
    };
    return {
      watches: {
        find: () => call(() => structuredClone(this.watch)),
        noteCheck: (seen, found) =>
          call(() => {
            if (seen.check?.time !== this.watch.check?.time || this.watch.untold) return null;
            this.watch = { ...this.watch, ...structuredClone(found) };
            return structuredClone(this.watch);
          }),
        addEvent: (_, event) => call(() => void this.feed.set(event.time, event)),
        markTold: (_, { time }) =>
          call(() => {
            if (this.watch.untold?.time === time) this.watch = { ...this.watch, untold: null };
          }),
      },
      tell: (_, event) => call(() => void this.messages.push(event)),
      routeOf: () => call(() => ({ routes: [entry] })),
      price: ({ planned, leaves }) =>
        call(() => ({
          meshes: [this.sea.id],
          leaves,
          times: planned.map((time) => leaves + this.sea.slower * (time - planned[0]!)),
          comes: [],
          consumption: null,
          closed: null,
          beyond: null,
          movedNm: 0,
          idled: 0,
        })),
      plan: () => call(() => null),
      keep: () => call(() => 9),
    };
  }
}

const schedule = fc.array(
  fc.record({
    slower: fc.constantFrom(1, 2, 3),
    executions: fc.array(fc.array(fc.nat(20), { maxLength: 4 }), { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('a watch whose checks die', () => {
  it('tells each change once in the feed and at least once beside it, and is not forgotten', async () => {
    let died = 0;
    await fc.assert(
      fc.asyncProperty(schedule, fc.scheduler(), async (seas, scheduler) => {
        const world = new World(scheduler);
        const running: Promise<void>[] = [];
        for (const { slower, executions } of seas) {
          world.sea = { id: world.sea.id + 1, slower };
          running.push(...executions.map((deaths) => world.execute(deaths)));
          died += executions.flat().filter((at) => at > 0).length;
          for (let steps = 0; steps < 6 && scheduler.count() > 0; steps++) await scheduler.waitOne();
        }
        await scheduler.waitFor(Promise.all(running));
        world.sea = { id: world.sea.id + 1, slower: 1 };
        await scheduler.waitFor(world.execute([]));

        const { feed, messages, watch } = world;
        const events = [...feed.values()];
        const check = { status: 'holds', meshes: [world.sea.id] };
        expect(watch).toMatchObject({ check, untold: null });
        expect(isChain(events, 'holds')).toBe(true);
        expect(toldTwice(events)).toEqual([]);
        for (const event of events)
          expect(messages.filter(({ time }) => time === event.time)).not.toHaveLength(0);
        for (const message of messages) expect(feed.get(message.time)).toEqual(message);
      }),
      { numRuns: 500 },
    );
    expect(died).toBeGreaterThan(500);
  });
});
