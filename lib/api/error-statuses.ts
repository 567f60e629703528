import { JobNotFound, JobOver, ServiceBusy } from '../jobs/errors.ts';
import { isThrottlingName } from '../jobs/passing-failures.ts';
import {
  MeshNotFound,
  NoMeshAvailable,
  PointOutsideMesh,
  RouteNotFound,
  RouteNotReady,
} from '../routes/errors.ts';
import { VehicleExists, VehicleNotFound } from '../vehicles/errors.ts';

/** The status that answers each error of the domain; any other error is a 500. */
const statuses = new Map<unknown, number>([
  [VehicleExists, 409],
  [VehicleNotFound, 404],
  [NoMeshAvailable, 404],
  [MeshNotFound, 404],
  [PointOutsideMesh, 400],
  [RouteNotFound, 404],
  [RouteNotReady, 404],
  [JobNotFound, 404],
  [JobOver, 409],
]);

export const statusOf = (error: Error): number | undefined => statuses.get(error.constructor);

/** Whether AWS refused because of too many requests, after the SDK's own retries. */
export const isThrottling = (error: Error): boolean =>
  error instanceof ServiceBusy || isThrottlingName(error.name);
