import { randomUUID } from 'node:crypto';
import { LocalStackError } from '../errors.ts';
import type { Faults } from '../faults.ts';
import { ACCOUNT, REGION } from '../identities.ts';
import type { Functions } from '../lambda/functions.ts';
import type { ResolvedResource, ResolvedStack } from '../resolved-stack.ts';
import type { Queues } from '../sqs/queues.ts';
import type { BusEvent } from './bus-event.ts';
import { matchesPattern } from './pattern.ts';

interface Target {
  readonly Id: string;
  readonly Arn: string;
  readonly Input?: string;
}

interface Rule {
  readonly arn: string;
  readonly pattern: Record<string, unknown> | undefined;
  readonly periodMs: number | undefined;
  readonly targets: readonly Target[];
}

const UNITS_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * EventBridge: a schedule is a timer, and an event goes to the targets of the rules whose pattern matches it.
 * Targets are functions and queues.
 */
export class EventBus {
  readonly #functions: Functions;
  readonly #queues: Queues;
  readonly #faults: Faults | undefined;
  readonly #rules: readonly Rule[];
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(stack: ResolvedStack, functions: Functions, queues: Queues, faults?: Faults) {
    this.#faults = faults;
    this.#functions = functions;
    this.#queues = queues;
    const rules = stack
      .ofType('AWS::Events::Rule')
      .filter(({ properties }) => properties.State !== 'DISABLED');
    this.#rules = rules.map(parseRule);
    for (const { targets } of this.#rules) {
      for (const { Arn } of targets) if (!queues.has(Arn)) functions.get(Arn); // throws if there is none
    }
  }

  /** Starts the schedules. As on AWS, the first run comes after the first period. */
  start(): void {
    for (const rule of this.#rules) {
      if (rule.periodMs === undefined) continue;
      const fire = () => this.#send(rule, envelope(scheduledEvent(rule.arn)));
      this.#timers.push(setInterval(fire, rule.periodMs));
    }
  }

  publish(event: BusEvent): void {
    const enveloped = envelope(event);
    const delays = this.#faults?.onEvent?.(event);
    if (!delays) this.#deliver(enveloped);
    for (const delayMs of delays ?? []) {
      this.#timers.push(setTimeout(() => this.#deliver(enveloped), delayMs));
    }
  }

  #deliver(enveloped: Record<string, unknown>): void {
    for (const rule of this.#rules) {
      if (rule.pattern && matchesPattern(rule.pattern, enveloped)) this.#send(rule, enveloped);
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #send({ targets }: Rule, event: Record<string, unknown>): void {
    for (const { Arn, Input } of targets) {
      const text = Input ?? JSON.stringify(event);
      if (this.#queues.has(Arn)) this.#queues.keep(Arn, text);
      else this.#functions.get(Arn).invokeLater(text);
    }
  }
}

function parseRule({ logicalId, identity, properties }: ResolvedResource): Rule {
  const targets: Target[] = properties.Targets ?? [];
  for (const target of targets) {
    const unknown = ['InputPath', 'InputTransformer', 'RunCommandParameters'].find(
      (field) => field in target,
    );
    if (unknown)
      throw new LocalStackError(`The rule ${logicalId} has ${unknown}, which local mode cannot run.`);
  }
  const schedule: string | undefined = properties.ScheduleExpression;
  return {
    arn: identity.attributes.Arn!,
    pattern: properties.EventPattern,
    periodMs: schedule === undefined ? undefined : parseRate(logicalId, schedule),
    targets,
  };
}

/** Milliseconds of `rate(10 minutes)`. */
function parseRate(logicalId: string, schedule: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  if (!UNITS_MS[unit])
    throw new LocalStackError(
      `The rule ${logicalId} has the schedule ${schedule}; local mode knows rates only.`,
    );
  return Math.min(Number(count) * UNITS_MS[unit], 2 ** 31 - 1); // the maximum of a timer: 24 days
}

const scheduledEvent = (ruleArn: string): BusEvent => ({
  source: 'aws.events',
  detailType: 'Scheduled Event',
  resources: [ruleArn],
  detail: {},
});

/** An event in the format that targets receive. */
const envelope = ({ source, detailType, resources, detail }: BusEvent): Record<string, unknown> => ({
  version: '0',
  id: randomUUID(),
  'detail-type': detailType,
  source,
  account: ACCOUNT,
  time: `${new Date().toISOString().slice(0, 19)}Z`,
  region: REGION,
  resources,
  detail,
});
