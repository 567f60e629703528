type Fields = Record<string, unknown>;

/**
 * Whether an event matches an EventBridge pattern: each field of the pattern must match by one of its listed
 * values.
 */
export function matchesPattern(pattern: Fields, event: Fields | undefined): boolean {
  return Object.entries(pattern).every(([field, wanted]) => {
    if (field === '$or') return (wanted as Fields[]).some((each) => matchesPattern(each, event));
    const value = event?.[field];
    if (!Array.isArray(wanted)) return matchesPattern(wanted as Fields, value as Fields | undefined);
    const values = Array.isArray(value) ? value : [value];
    return wanted.some((rule) => values.some((each) => matchesRule(rule, each)));
  });
}

function matchesRule(rule: unknown, value: unknown): boolean {
  if (rule === null || typeof rule !== 'object') return rule === value;
  const [[operator, operand] = ['', undefined]] = Object.entries(rule);
  switch (operator) {
    case 'exists':
      return (value !== undefined) === operand;
    case 'prefix':
      return typeof value === 'string' && value.startsWith(String(operand));
    case 'suffix':
      return typeof value === 'string' && value.endsWith(String(operand));
    case 'equals-ignore-case':
      return typeof value === 'string' && value.toLowerCase() === String(operand).toLowerCase();
    case 'anything-but': {
      const excluded = [operand].flat();
      return value !== undefined && !excluded.some((each) => matchesRule(each, value));
    }
    case 'numeric':
      return typeof value === 'number' && matchesNumber(operand as (string | number)[], value);
    case 'wildcard': {
      const source = String(operand)
        .split('*')
        .map((part) => part.replaceAll(/[\\^$.|+?()[\]{}]/g, '\\$&'));
      return typeof value === 'string' && new RegExp(`^${source.join('.*')}$`, 's').test(value);
    }
    default:
      return false;
  }
}

/** `['>', 0, '<=', 5]`. */
function matchesNumber(comparisons: readonly (string | number)[], value: number): boolean {
  const compare: Record<string, (bound: number) => boolean> = {
    '=': (bound) => value === bound,
    '<': (bound) => value < bound,
    '<=': (bound) => value <= bound,
    '>': (bound) => value > bound,
    '>=': (bound) => value >= bound,
  };
  for (let i = 0; i < comparisons.length; i += 2) {
    if (!compare[String(comparisons[i])]?.(Number(comparisons[i + 1]))) return false;
  }
  return true;
}
