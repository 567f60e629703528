import { LocalStackError } from '../errors.ts';
import { matchesPattern } from '../events/pattern.ts';
import type { Attributes } from './message.ts';

export type FilterPolicy = Readonly<Record<string, readonly unknown[]>>;

const OPERATORS = new Set([
  'anything-but',
  'equals-ignore-case',
  'exists',
  'numeric',
  'prefix',
  'suffix',
  'wildcard',
]);

/** Of message attributes. @throws LocalStackError when it has something that would never be compared */
export function parseFilterPolicy(logicalId: string, policy: unknown): FilterPolicy {
  const refuse = (what: string): never => {
    throw new LocalStackError(
      `The subscription ${logicalId} has a filter policy with ${what}, which local mode cannot compare.`,
    );
  };
  const check = (name: string, rule: unknown): void => {
    if (rule === null || typeof rule !== 'object') return;
    const operators = Object.keys(rule);
    const unknown = operators.find((each) => !OPERATORS.has(each));
    if (unknown !== undefined) refuse(`"${unknown}"`);
    if (operators.length !== 1) refuse(`${operators.length} operators in one rule of "${name}"`);
  };
  for (const [name, rules] of Object.entries(policy as object)) {
    if (name === '$or' || !Array.isArray(rules)) refuse(`"${name}" that is no list of values`);
    for (const rule of rules) check(name, rule);
  }
  return policy as FilterPolicy;
}

/** Whether a subscription receives a message. Those without a policy receive all. */
export function passes(policy: FilterPolicy | undefined, attributes: Attributes): boolean {
  if (!policy) return true;
  const values = Object.entries(attributes).map(([name, { type, value }]) => [name, comparable(type, value)]);
  return matchesPattern(policy, Object.fromEntries(values));
}

function comparable(type: string, value: string): unknown {
  if (type.startsWith('Number')) return Number(value);
  return type === 'String.Array' ? JSON.parse(value) : value;
}
