/** The engine, off the page's thread: it answers one request after the other. */
import { costsFor } from '../../engine/cost/cost.ts';
import { type Mesh, openMesh } from '../../engine/mesh/mesh.ts';
import { evaluatePath, PathNotSailable } from '../../engine/path/evaluate.ts';
import { planRoute } from '../../engine/plan-route.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../../engine/waypoints/errors.ts';
import type { EngineAnswer, EngineFailure, EngineRequest } from './protocol.ts';

/** A worker's own global, of which the page's DOM types know nothing. */
const worker = globalThis as unknown as {
  onmessage: (event: { data: EngineRequest }) => void;
  postMessage: (answer: EngineAnswer) => void;
};

let mesh: Mesh | null = null;

worker.onmessage = ({ data }) => {
  worker.postMessage(answerOrFailure(data));
};

function answerOrFailure(request: EngineRequest): EngineAnswer {
  try {
    return answer(request);
  } catch (error) {
    return failure(error as Error);
  }
}

function answer(request: EngineRequest): EngineAnswer {
  if (request.kind === 'open') {
    mesh = null; // so that a mesh that can't be opened doesn't leave the one before it in use
    mesh = openMesh(new Uint8Array(request.bytes));
    return { kind: 'opened' };
  }
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
