import type { Random } from '../service/random.ts';

/** Stands for lists in lists, as many as fit a body: `JSON.stringify` could not write them. */
const DEEPLY_NESTED = 'lists in lists';
const LEVELS = 30_000;

/** Values that a field might be given by a careless or hostile client. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  1e308,
  -1e-320,
  2 ** 53,
  90.0000001,
  -180.5,
  '',
  ' ',
  'NaN',
  '1e400',
  '-',
  '0x10',
  '１２',
  '\u0000',
  '\ud800',
  '\u202e',
  "'; DROP TABLE x; --",
  '../../etc/passwd',
  'jndi:ldap://x',
  '__proto__',
  'a'.repeat(5000),
  [],
  {},
  [[[[[[]]]]]],
  DEEPLY_NESTED,
  { __proto__: null, constructor: 1 },
];

/** The JSON text of a mutated value. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(
    JSON.stringify(DEEPLY_NESTED),
    () => '['.repeat(LEVELS) + ']'.repeat(LEVELS),
  );

/** Nothing deeper than this is mutated. */
const DEEPEST = 40;

/** A copy of a JSON value with one thing changed: a value, a missing, an additional or a repeated part. */
export function mutate(value: unknown, random: Random, depth = 0): unknown {
  const isContainer = value !== null && typeof value === 'object';
  if (!isContainer || depth > DEEPEST || random.chance(0.1)) return mutateLeaf(value, random);
  if (Array.isArray(value)) return mutateList(value, random, depth);
  const entries = Object.entries(value);
  const index = random.below(entries.length + 1);
  const entry = entries[index];
  if (!entry)
    return {
      ...value,
      [`odd ${JSON.stringify(random.pick(ODD_VALUES))}`.slice(0, 20)]: random.pick(ODD_VALUES),
    };
  const [key, child] = entry;
  if (random.chance(0.15)) return Object.fromEntries(entries.filter((each) => each !== entry));
  if (random.chance(0.1)) return { ...value, [`${key} `]: child, [key.toUpperCase()]: child };
  return { ...value, [key]: mutate(child, random, depth + 1) };
}

function mutateList(list: readonly unknown[], random: Random, depth: number): unknown[] {
  const index = random.below(Math.max(1, list.length));
  const kind = random.below(4);
  if (kind === 0) return list.filter((_, i) => i !== index);
  if (kind === 1) return [...list, ...list.slice(0, 50)];
  if (kind === 2) return [...list, random.pick(ODD_VALUES)];
  return list.map((each, i) => (i === index ? mutate(each, random, depth + 1) : each));
}

function mutateLeaf(value: unknown, random: Random): unknown {
  if (typeof value === 'number' && random.chance(0.5)) {
    return random.pick([value + 1e-9, -value, value * 1e6, Math.round(value), value + 360, String(value)]);
  }
  if (typeof value === 'string' && value.length > 0 && random.chance(0.5)) return mutateText(value, random);
  return random.pick(ODD_VALUES);
}

/** A text with a part cut, repeated, or replaced by odd characters. */
export function mutateText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const length = random.below(8);
  const odd = random.pick([
    '',
    '\u0000',
    '"',
    '{',
    '}',
    '\\',
    '%',
    ':',
    '\n',
    '\ud800',
    'é',
    '9'.repeat(400),
    '- ',
    '&a ',
  ]);
  return random.pick([
    text.slice(0, at),
    text.slice(0, at) + odd + text.slice(at + length),
    text.slice(0, at) + text.slice(at, at + length).repeat(20) + text.slice(at),
  ]);
}
