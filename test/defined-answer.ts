import { expect } from 'vitest';
import { errorBody } from '../lib/api/errors.ts';
import { errorsOf } from '../lib/api/openapi.ts';
import { pathsOf } from '../lib/api/operation.ts';
import { operations } from '../lib/api/operations.ts';

/**
 * Every answer to a request such as `GET /api/vehicle` is one that its operation's definition has, the refusals too.
 * @param json undefined where the body is none
 */
export function expectDefined(request: string, status: number, json: unknown): void {
  if (status >= 400) expect(errorBody.safeParse(json).error).toBeUndefined();
  const [method, path = ''] = request.split(' ');
  const [exact] = operations
    .flatMap(pathsOf)
    .filter((own) => patternOf(own).test(path))
    .sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
  const operation = operations.find((each) => each.method === method && pathsOf(each).includes(exact ?? ''));
  if (!operation) return;
  const answered = `${request} answered ${status}, which lib/api does not say of ${operation.id}`;
  if (status >= 400) {
    expect(errorsOf(operation), answered).toHaveProperty(String(status));
    return;
  }
  const answer = operation.answers[status];
  expect(answer, answered).toBeDefined();
  if (json !== undefined) expect(answer?.schema?.safeParse(json).error).toBeUndefined();
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?(\\?.*)?$`);
