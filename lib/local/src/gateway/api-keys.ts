import { createHash } from 'node:crypto';
import type { ResolvedResource, ResolvedStack } from '../resolved-stack.ts';
import { readThrottle, tokenBucket } from './token-bucket.ts';

/** One of the template's API keys. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

type Period = 'DAY' | 'WEEK' | 'MONTH';

/** A key within a usage plan. */
interface Allowance extends ApiKey {
  readonly takeToken: () => boolean;
  readonly quota: { readonly limit: number; readonly period: Period } | undefined;
  used: number;
  /** The period to which `used` applies. */
  period: string;
}

/** Why a request with a key is refused, in API Gateway's terms. */
export type KeyFault = 'INVALID_API_KEY' | 'THROTTLED' | 'QUOTA_EXCEEDED';

const DAY_MS = 86_400_000;

/** The period (UTC) that contains a moment. */
function periodOf(period: Period, now: number): string {
  if (period === 'WEEK') return String(Math.floor(now / DAY_MS / 7));
  return new Date(now).toISOString().slice(0, period === 'DAY' ? 10 : 7);
}

/** If the template gives no value, AWS generates one; here it is the same at every start. */
function keyOf({ logicalId, identity, properties }: ResolvedResource, stackName: string): ApiKey {
  const made = createHash('sha256').update(`${stackName}/${logicalId}/value`).digest('hex').slice(0, 40);
  return { id: identity.ref, name: properties.Name ?? logicalId, value: properties.Value ?? made };
}

/**
 * The API keys of a stack, with the limits of their usage plans. A restart resets the used part of a quota.
 */
export class ApiKeys {
  readonly #allowances = new Map<string, Allowance>();
  readonly #clock: () => number;

  constructor(stack: ResolvedStack, stage: string, clock = Date.now) {
    this.#clock = clock;
    const keys = new Map(
      stack
        .ofType('AWS::ApiGateway::ApiKey')
        .filter(({ properties }) => properties.Enabled !== false)
        .map((resource) => [resource.identity.ref, keyOf(resource, stack.stackName)]),
    );
    for (const { identity, properties } of stack.ofType('AWS::ApiGateway::UsagePlan')) {
      const stages = (properties.ApiStages ?? []) as { Stage: string }[];
      if (!stages.some(({ Stage }) => Stage === stage)) continue;
      const { Throttle = {}, Quota } = properties;
      for (const link of stack.ofType('AWS::ApiGateway::UsagePlanKey')) {
        const key = link.properties.UsagePlanId === identity.ref && keys.get(link.properties.KeyId);
        if (!key) continue;
        this.#allowances.set(key.value, {
          ...key,
          takeToken: tokenBucket(readThrottle(Throttle.RateLimit, Throttle.BurstLimit), clock),
          quota: Quota && { limit: Number(Quota.Limit), period: Quota.Period },
          used: 0,
          period: '',
        });
      }
    }
  }

  all(): ApiKey[] {
    return [...this.#allowances.values()].map(({ id, name, value }) => ({ id, name, value }));
  }

  /** Counts a request with that key, or returns why it is refused. */
  use(value: string | undefined): ApiKey | { readonly fault: KeyFault } {
    const allowance = this.#allowances.get(value ?? '');
    if (!allowance) return { fault: 'INVALID_API_KEY' };
    const { quota } = allowance;
    if (quota) {
      const period = periodOf(quota.period, this.#clock());
      if (period !== allowance.period) Object.assign(allowance, { period, used: 0 });
      if (allowance.used >= quota.limit) return { fault: 'QUOTA_EXCEEDED' };
      allowance.used++;
    }
    return allowance.takeToken() ? allowance : { fault: 'THROTTLED' };
  }
}
