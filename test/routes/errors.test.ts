import { expect, it } from 'vitest';
import { refusalOf } from '../../lib/api/errors.ts';
import { IdempotencyKeyReused } from '../../lib/request/repetitions.ts';
import * as errors from '../../lib/routes/errors.ts';

const point = { what: 'stop 2', lat: -60, lon: -50 };
const problem = (leg: number) => ({ leg, lat: -60, lon: -50, reason: 'off the mesh' });

/** Each error with the status that the contract has for it. */
const cases = (): [Error, number][] => [
  [new errors.NoMeshAvailable(), 404],
  [new errors.NoMeshForVehicle('SDA'), 404],
  [new errors.WrongMeshKind({ id: 3, vesselType: null }, 'SDA'), 400],
  [new errors.MeshNotFound(3), 404],
  [new errors.PointOutsideMesh(point, 3), 400],
  [new errors.PointInClosedZone('The start lies in a zone.'), 400],
  [new errors.NoSpeedToChoose('No speed.'), 422],
  [new errors.NeedsEnvironment('No mesh for it.'), 422],
  [new errors.WeatherNotOnMesh(3, 'has no wind.'), 422],
  [new errors.RouteNotFound(9), 404],
  [new errors.RouteNotReady(9, 'STARTED'), 404],
  [new IdempotencyKeyReused('k'), 422],
  [new errors.RouteNotSailable([problem(1)]), 422],
  [new errors.RouteTooDetailed(4, 20_000), 422],
];

it('each is logged by the name of its class, and answered by its kind, with a sentence', () => {
  for (const [error, status] of cases()) {
    expect(error.name).toBe(error.constructor.name);
    expect(refusalOf(error)?.status, error.name).toBe(status);
    expect(error.message).toMatch(/^[A-Z].{7,}\.$/);
  }
});

it('a route that is not there says why, and never its job', () => {
  const messages = (['PENDING', 'STARTED', 'RETRY', 'FAILURE', 'REVOKED'] as const).map(
    (status) => new errors.RouteNotReady(9, status).message,
  );
  const calculating = 'Route 9 is still being calculated.';
  const ended = (status: string) => `Route 9 was not calculated: its job ended as ${status}.`;
  expect(messages).toEqual([calculating, calculating, calculating, ended('FAILURE'), ended('REVOKED')]);
});

it('a route that can not be sailed names its leg, or how many, with the details', () => {
  const message = (legs: string) =>
    `Route evaluation not possible: ${legs} through a closed cell or zone, or off the mesh (see details).`;
  expect(new errors.RouteNotSailable([problem(3)]).message).toBe(message('leg 3 leads'));
  const two = new errors.RouteNotSailable([problem(3), problem(5)]);
  expect(two.message).toBe(message('2 legs lead'));
  expect(refusalOf(two)?.details).toEqual([problem(3), problem(5)]);
});

it('a mesh of a vessel that has no name is one of another vessel', () => {
  const messageFor = (vesselType: string | null) =>
    new errors.WrongMeshKind({ id: 3, vesselType }, 'Weak').message;
  expect(messageFor(null)).toMatch(/^Mesh 3 was made for another vessel, whose properties are not those of/);
  expect(messageFor('SDA')).toMatch(/^Mesh 3 was made for the vessel "SDA", whose/);
});

it('a mesh, or a route, that is not there is told in one sentence', () => {
  expect(new errors.NoMeshAvailable().message).toBe('No mesh available.');
  const outside = new errors.NoMeshAvailable('none contains stop 2');
  expect(outside.message).toBe('No mesh available: none contains stop 2.');
  expect(new errors.RouteNotFound(9).message).toBe('There is no route 9.');
});

it('an environment mesh needs a vehicle', () => {
  const { message } = new errors.WrongMeshKind({ id: 3, vesselType: null }, null);
  expect(message).toBe('Mesh 3 is an environment mesh: name a vehicle_type to calculate a route on it.');
});
