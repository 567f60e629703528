import { computed } from '../../engine/computed.ts';

/** What a function makes of each: of those that are the same, the same. */
export function eachOnce<T, R extends {}>(all: readonly T[], make: (one: T) => R): R[] {
  const made = new Map<T, R>();
  return all.map((one) => computed(made, one, () => make(one)));
}
