import { expect, it } from 'vitest';
import { exampleRoute } from '../../lib/api/example-route.ts';
import { routeDocument } from '../../lib/api/route-schema.ts';

it('the work of a stop may be as long as a request allows, 2000 NM', () => {
  const at = { lat: -60, lon: -42 };
  const stop = {
    ...{ name: 'Section', ...at, requested: at, moved_nm: 0, vertex: 1 },
    ...{ arrives_days: 0, wait_hours: 0, stay_hours: 0, leaves_days: 8 },
    work: {
      ...{ kind: 'line', to: at, nm: 2000, hours: 200, consumption: null, stay_after_hours: 0 },
      ...{ begins_vertex: 1, ends_vertex: 2 },
    },
  };
  const [entry] = exampleRoute.routes;
  const { error } = routeDocument.safeParse({ routes: [{ ...entry, stops: [stop] }], tags: [] });
  expect(error?.issues ?? []).toEqual([]);
});
