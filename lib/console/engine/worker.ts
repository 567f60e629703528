/** The engine, off the page's thread: it answers one request after the other. */
import { costsFor } from '../../engine/cost/cost.ts';
import { type Mesh, openMesh } from '../../engine/mesh/mesh.ts';
import { evaluatePath, PathNotSailable } from '../../engine/path/evaluate.ts';
import { planRoute } from '../../engine/plan-route.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../../engine/waypoints/errors.ts';
import type { EngineAnswer, EngineFailure, EngineRequest, OpenRequest } from './protocol.ts';

/** A worker's own global, of which the page's DOM types know nothing. */
const worker = globalThis as unknown as {
  onmessage: (event: { data: EngineRequest }) => void;
  postMessage: (answer: EngineAnswer) => void;
};

let mesh: Mesh | null = null;

worker.onmessage = async ({ data }) => {
  worker.postMessage(await answerOrFailure(data));
};

async function answerOrFailure(request: EngineRequest): Promise<EngineAnswer> {
  try {
    return request.kind === 'open' ? await open(request) : answer(request);
  } catch (error) {
    return failure(error as Error);
  }
}

/** Opens a mesh; an environment mesh is made into the vehicle's own first, as the service does it. */
async function open({ bytes, vehicle }: OpenRequest): Promise<EngineAnswer> {
  mesh = null; // so that a mesh that can't be opened doesn't leave the one before it in use
  const opened = openMesh(new Uint8Array(bytes));
  if (!opened.isEnvironment) {
    mesh = opened;
    return { kind: 'opened', made: null };
  }
  if (!vehicle) throw new Error('An environment mesh is shown for a vehicle: choose one.');
  const { meshOfVehicle } = await import('../vehicles/mesh-of-vehicle.ts');
  const made = meshOfVehicle(opened, vehicle);
  mesh = openMesh(made);
  return { kind: 'opened', made: made.slice().buffer };
}

function answer(request: Exclude<EngineRequest, OpenRequest>): EngineAnswer {
  if (!mesh) throw new Error('There is no mesh to plan on.');
  if (request.kind === 'plan') {
    const begin = performance.now();
    const { start, end, adjustmentLimitNm } = request;
    const plan = planRoute(mesh, start, end, { adjustmentLimitNm });
    return { kind: 'planned', plan, milliseconds: performance.now() - begin };
  }
  const track = evaluatePath(mesh, costsFor(mesh, 'traveltime'), request.coordinates);
  return { kind: 'evaluated', track };
}

function failure(error: Error): EngineFailure {
  const { message } = error;
  if (error instanceof WaypointOutsideMesh) return { kind: 'failed', reason: 'outside', message };
  if (error instanceof RouteInaccessible) return { kind: 'failed', reason: 'inaccessible', message };
  if (error instanceof PathNotSailable) {
    return { kind: 'failed', reason: 'not-sailable', message, place: error.place };
  }
  return { kind: 'failed', reason: 'internal', message };
}
