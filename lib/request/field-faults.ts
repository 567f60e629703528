/** What is wrong with the fields of a request, each named. */
import type * as z from 'zod';

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** @param value what was sent: a field that it does not have is required */
export function fieldFaults(issues: readonly z.core.$ZodIssue[], value: object): FieldFault[] {
  const faults = withoutWider(issues).flatMap((issue) => faultsOf(issue, value));
  // rules of one field may say the same
  return [...new Map(faults.map((fault) => [`${fault.field}: ${fault.message}`, fault])).values()];
}

const LIMITS: readonly string[] = ['too_big', 'too_small'];

/** Of several limits that a field is beyond, the last is said: each narrows those before, and whoever keeps that one keeps all. */
function withoutWider(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const keyed = issues.map((issue, i) => {
    const isLimit = LIMITS.includes(issue.code);
    return [isLimit ? `${issue.code} ${issue.path.join('.')}` : i, issue] as const;
  });
  return [...new Map(keyed).values()];
}

function faultsOf(issue: z.core.$ZodIssue, value: object): FieldFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      message: 'is not a known field',
    }));
  }
  const [name = '', ...below] = issue.path;
  // a rule over several fields says itself why one is missing
  const missing = issue.code !== 'custom' && below.length === 0 && !Object.hasOwn(value, name);
  return [{ field: issue.path.join('.'), message: missing ? 'is required' : messageOf(issue) }];
}

/** A schema's own sentence; else one for the kind of value that is expected. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.message.startsWith('Too big'))
    return bound(`at most ${issue.maximum}`, issue.origin);
  if (issue.code === 'too_small' && issue.message.startsWith('Too small'))
    return bound(`at least ${issue.minimum}`, issue.origin);
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return issue.message;
}

const bound = (count: string, origin: string): string => {
  if (count === 'at least 1' && (origin === 'string' || origin === 'array')) return 'must not be empty';
  if (origin === 'string') return `must have ${count} characters`;
  return origin === 'array' ? `must have ${count} entries` : `must be ${count}`;
};

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
};
