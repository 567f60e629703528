import { pointFirst } from '../engine/waypoints/errors.ts';
import type { JobStatus } from '../jobs/job.ts';
import type { FieldFault } from '../request/field-faults.ts';
import type { VoyagePoint } from '../voyage/voyage-request.ts';

/** An error that a client can do something about. Its kind decides how the API answers it. */
export abstract class RouteError extends Error {
  abstract readonly kind: 'not-found' | 'invalid' | 'forbidden' | 'unprocessable';
}

export class NoMeshAvailable extends RouteError {
  override readonly name = 'NoMeshAvailable';
  override readonly kind = 'not-found';

  /** @param outside which points no mesh contains; null: the answer to a plain request, as PolarRoute-server's clients know it */
  constructor(outside: string | null = null) {
    super(outside === null ? 'No mesh available.' : `No mesh available: ${outside}.`);
  }
}

/** All meshes that cover the points were made for other vehicles. */
export class NoMeshForVehicle extends RouteError {
  override readonly name = 'NoMeshForVehicle';
  override readonly kind = 'not-found';

  constructor(vesselType: string) {
    super(
      `No mesh available for vehicle "${vesselType}": the meshes that contain its points were made for other vessels, ` +
        'and there is no environment mesh.',
    );
  }
}

/** The mesh that the request names can't be used with its vehicle, or without one. */
export class WrongMeshKind extends RouteError {
  override readonly name = 'WrongMeshKind';
  override readonly kind = 'invalid';

  constructor({ id, vesselType }: { id: number; vesselType: string | null }, vehicle: string | null) {
    super(
      vehicle === null
        ? `Mesh ${id} is an environment mesh: name a vehicle_type to calculate a route on it.`
        : `Mesh ${id} was made for ${vesselType ? `the vessel "${vesselType}"` : 'another vessel'}, ` +
            `whose properties are not those of vehicle "${vehicle}".`,
    );
  }
}

/** The mesh that the request names does not exist. */
export class MeshNotFound extends RouteError {
  override readonly name = 'MeshNotFound';
  override readonly kind = 'not-found';

  constructor(meshId: number) {
    super(`Mesh with id ${meshId} not found.`);
  }
}

/** The mesh that the request names does not contain one of its points. */
export class PointOutsideMesh extends RouteError {
  override readonly name = 'PointOutsideMesh';
  override readonly kind = 'invalid';

  constructor({ what, lat, lon }: VoyagePoint, meshId: number) {
    super(`${pointFirst(what)} (latitude ${lat}, longitude ${lon}) lies outside mesh ${meshId}.`);
  }
}

/** The meshes that a request names are no forecast. */
export class NotOneForecast extends RouteError {
  override readonly name = 'NotOneForecast';
  override readonly kind = 'invalid';
}

/** A point of the request lies in a closed zone. */
export class PointInClosedZone extends RouteError {
  override readonly name = 'PointInClosedZone';
  override readonly kind = 'invalid';
}

/** What is asked takes longer than a client waits. */
export class AnswerTooLong extends RouteError {
  override readonly name = 'AnswerTooLong';
  override readonly kind = 'unprocessable';

  /** @param advice what to ask for instead */
  constructor(advice: string) {
    super(`The answer takes more time than there is: ${advice}.`);
  }
}

/** The request asks for the best speed, but the vehicle or the mesh has only one. The message says why, and what to store instead. */
export class NoSpeedToChoose extends RouteError {
  override readonly name = 'NoSpeedToChoose';
  override readonly kind = 'unprocessable';
}

/** What is asked needs an environment mesh. */
export class NeedsEnvironment extends RouteError {
  override readonly name = 'NeedsEnvironment';
  override readonly kind = 'unprocessable';
}

/** Work waits for weather of which the meshes do not tell. */
export class WeatherNotOnMesh extends RouteError {
  override readonly name = 'WeatherNotOnMesh';
  override readonly kind = 'unprocessable';

  /** @param lack what the mesh lacks, as a sentence about it goes on */
  constructor(meshId: number, lack: string) {
    super(`Mesh ${meshId} ${lack}`);
  }
}

export class RouteNotFound extends RouteError {
  override readonly name = 'RouteNotFound';
  override readonly kind = 'not-found';

  constructor(routeId: number, why = '') {
    super(`There is no route ${routeId}${why}.`);
  }
}

/**
 * The route is not calculated: not yet, or its job ended without it. The message leaves out the job's id, which is
 * what lets a caller cancel it.
 */
export class RouteNotReady extends RouteError {
  override readonly name = 'RouteNotReady';
  override readonly kind = 'not-found';

  constructor(routeId: number, status: JobStatus) {
    super(
      status === 'FAILURE' || status === 'REVOKED'
        ? `Route ${routeId} was not calculated: its job ended as ${status}.`
        : `Route ${routeId} is still being calculated.`,
    );
  }
}

/** Where callers are told apart, a voyage is continued by who requested it. */
export class RouteOfAnother extends RouteError {
  override readonly name = 'RouteOfAnother';
  override readonly kind = 'forbidden';

  constructor(routeId: number) {
    super(
      `Route ${routeId} was requested by another caller, who alone may continue it: ` +
        'request one of your own, with "force_new_route": true where that one would be reused.',
    );
  }
}

/** Fields that contradict the route that is to be continued. */
export class ContinuationRefused extends RouteError {
  override readonly name = 'ContinuationRefused';
  override readonly kind = 'invalid';
  readonly details: FieldFault[];

  constructor(details: FieldFault[]) {
    super(`Invalid request: ${details.map(({ field, message }) => `${field} ${message}`).join('; ')}.`);
    this.details = details;
  }
}

/** A place on a leg of a route where it can't be sailed. */
export interface LegProblem {
  /** From 1: the leg between the first two waypoints. */
  readonly leg: number;
  readonly lat: number;
  readonly lon: number;
  readonly reason: string;
}

/** A route that somebody gave leads through a closed cell or zone, or leaves the mesh. */
export class RouteNotSailable extends RouteError {
  override readonly name = 'RouteNotSailable';
  override readonly kind = 'unprocessable';
  readonly details: LegProblem[];

  constructor(details: LegProblem[]) {
    const legs = details.length === 1 ? `leg ${details[0]!.leg} leads` : `${details.length} legs lead`;
    super(
      `Route evaluation not possible: ${legs} through a closed cell or zone, or off the mesh (see details).`,
    );
    this.details = details;
  }
}

/** A route that somebody gave crosses more borders between cells than can be evaluated while a client waits. */
export class RouteTooDetailed extends RouteError {
  override readonly name = 'RouteTooDetailed';
  override readonly kind = 'unprocessable';

  constructor(leg: number, limit: number) {
    super(
      `Route evaluation not possible: up to leg ${leg} the route crosses more than ${limit} borders between cells, ` +
        'the most that one request may. Send it in parts, or with fewer points.',
    );
  }
}
