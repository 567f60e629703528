import { service } from '../../lib/api/service.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { checkBucket, checkStateMachine, checkTable, failedChecks } from '../../lib/aws/health-checks.ts';
import { MeshRecords } from '../../lib/aws/mesh-records.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { HttpError } from '../../lib/http/errors.ts';
import { newestMesh } from '../../lib/meshes/newest-mesh.ts';
import packageJson from '../../package.json' with { type: 'json' };

const env = environment(
  'VEHICLES_TABLE',
  'ZONES_TABLE',
  'MESHES_TABLE',
  'REQUESTS_TABLE',
  'MESH_BUCKET',
  'ROUTE_BUCKET',
  'ROUTE_WORKFLOW_ARN',
);
const ANSWER_WITHIN_MS = 5_000;
const RETRY_AFTER_SECONDS = '30';

const meshes = new MeshRecords(dynamo, env.MESHES_TABLE);
/** By the names that a client is told: those of the resources are nobody else's business. */
const checks = {
  'table of vehicles': checkTable(dynamo, env.VEHICLES_TABLE),
  'table of zones': checkTable(dynamo, env.ZONES_TABLE),
  'table of meshes': checkTable(dynamo, env.MESHES_TABLE),
  'table of requests': checkTable(dynamo, env.REQUESTS_TABLE),
  'bucket of meshes': checkBucket(s3, env.MESH_BUCKET),
  'bucket of routes': checkBucket(s3, env.ROUTE_BUCKET),
  'route workflow': checkStateMachine(stepFunctions, env.ROUTE_WORKFLOW_ARN),
};

export const handler = endpoint(service.health, async ({ answer }) => {
  const failed = await failedChecks(checks, ANSWER_WITHIN_MS);
  if (failed.length > 0) {
    throw new HttpError(503, `These parts of the service do not answer: ${failed.join(', ')}.`, {
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    });
  }
  const newest = await newestMesh(meshes, new Date());
  return answer(200, {
    status: 'ok',
    version: packageJson.version,
    newest_mesh: newest && {
      id: newest.mesh.id,
      created: newest.mesh.created,
      age_hours: newest.ageHours,
    },
  });
});
