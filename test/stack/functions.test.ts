import { expect, test } from 'vitest';
import { operations } from '../../lib/api/operations.ts';
import { functionIdOf, handlerIds, operationsOfFunction, workerIds } from '../../lib/stack/functions.ts';

test('the functions that operations share have no other name: none is called like an operation', () => {
  const shared = operations.map(({ id }) => functionIdOf(id)).filter((id) => !handlerIds.includes(id));
  expect(shared.length).toBeGreaterThan(8);
  for (const functionId of shared) {
    const [area, name] = functionId.split('/');
    for (const { id, method } of operationsOfFunction(functionId)) {
      expect([id.split('/')[0], method === 'GET' ? 'read' : 'write']).toEqual([area, name]);
    }
  }
  expect(operations.filter(({ id }) => /\/(read|write)$/.test(id))).toEqual([]);
});

test('each worker is a function', () => {
  for (const id of workerIds) expect([functionIdOf(id), operationsOfFunction(id)]).toEqual([id, []]);
});
