import { expect, it } from 'vitest';
import { pathOf } from '../../lib/api/operation.ts';
import { type OperationId, operations } from '../../lib/api/operations.ts';
import { routes } from '../../lib/api/routes.ts';
import { vehicles } from '../../lib/api/vehicles.ts';

it('names each operation after the file of its handler', () => {
  const id: 'vehicles/list-types' = vehicles['list-types'].id;
  expect(id).toBe('vehicles/list-types');
});

it('refuses the id of an operation that is not in the list', () => {
  // @ts-expect-error: so that lib/stack/bindings.ts can bind no handler that the gateway does not know
  const id: OperationId = 'tides/get';
  expect(operations.map((each) => each.id)).not.toContain(id);
});

it('fills the parameters into the path, each escaped as one segment', () => {
  expect(pathOf(routes.get, { route_id: 9 })).toBe('/api/route/9');
  expect(pathOf(vehicles.get, { vessel_type: 'RRS Æ/%' })).toBe('/api/vehicle/RRS%20%C3%86%2F%25');
  expect(pathOf(vehicles.list, {})).toBe('/api/vehicle');
});

it('each query refuses a field that it does not know, but those of pages, whose links come from elsewhere', () => {
  const accepting = operations.filter(
    ({ query }) =>
      query && !JSON.stringify(query.safeParse({ nobody: '1' }).error?.issues ?? []).includes('nobody'),
  );
  expect(accepting.map(({ id }) => id).toSorted()).toEqual(['console/get', 'schema/page']);
});
