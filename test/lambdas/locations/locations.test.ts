import '../environment.ts';
import { expect, it } from 'vitest';
import { handler as get } from '../../../lambdas/locations/get.ts';
import { handler as list } from '../../../lambdas/locations/list.ts';
import { invoke } from '../invoke.ts';

it('lists the standard locations and those of the operator by name', async () => {
  const { status, json } = await invoke(list, 'GET /api/locations/');
  expect(status).toBe(200);
  expect(json.map(({ name }: { name: string }) => name)).toEqual([
    'Bird Island',
    'Falklands',
    'Grytviken',
    'Halley',
    'Harwich',
    'King Edward Point',
    'Mare Harbour, Falklands',
    'Ny Ålesund',
    'Rosyth',
    'Rothera',
    'Signy',
  ]);
  expect(json[0]).toEqual({ id: 1, name: 'Bird Island', lat: -54.025, lon: -38.044 });
});

it('finds one, of either kind', async () => {
  expect((await invoke(get, 'GET /api/locations/4')).json.name).toBe('Rothera');
  expect((await invoke(get, 'GET /api/locations/12/')).json).toMatchObject({ name: 'Grytviken' });
});

it.each(['99', '0', 'rothera', '1.0'])('%s is a 404 that names it', async (id) => {
  const { status, json } = await invoke(get, `GET /api/locations/${id}`);
  expect(status).toBe(404);
  expect(json.error).toBe(`There is no location "${id}".`);
});
