import { join, relative } from 'node:path';
import type { LocalStack } from 'template-runner';
import { DEFAULT_AWS_PORT, DEFAULT_PORT, type Options } from './options.ts';

/** What is printed when the service is ready: where it is and what to do next. */
export function greeting(
  stack: LocalStack,
  { port, awsPort, data, stage, context }: Options,
  seconds: number,
): string {
  const { MeshBucketName: bucket = '', ImportFunctionName: importer = '' } = stack.outputs;
  const { MESH_PREFIX } = stack.environment(importer);
  const [firstKey] = stack.apiKeys;
  const access = firstKey ? ` --api-key ${firstKey.value}` : context.auth === 'iam' ? ' --sign' : '';
  const service = (port === DEFAULT_PORT ? '' : ` -u ${stack.apiUrl}`) + access;
  const setCredentials = 'export AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local AWS_REGION=us-east-1';
  const flag = awsPort === DEFAULT_AWS_PORT ? '' : ` -- --aws-port ${new URL(stack.awsUrl).port}`;
  const inside = relative('', data);
  const keys = stack.apiKeys.map(({ name, value }) => `\n  API key      ${value}  (${name})`).join('');
  const folder = inside && !inside.startsWith('..') ? inside : data;
  return `open ${stack.apiUrl}

Polynya (${stage}) is ready after ${seconds.toFixed(1)} s.

  API          ${stack.apiUrl}
  AWS          ${stack.awsUrl}${keys}
  Mesh bucket  ${bucket}
  Data         ${folder}  (logs of the functions: ${join(folder, 'logs')})

In another terminal, a route:
${access === ' --sign' ? `\n  ${setCredentials}` : ''}
  npm run -s request_route -- -s falklands -e rothera -d 1${service}

The same for two vehicles, on the sample's environment mesh:

  npm run -s request_route -- -s falklands -e rothera -d 1 --vehicle research-ship${service}
  npm run -s request_route -- -s falklands -e rothera -d 1 --vehicle small-ice-class${service}

A mesh of your own (the AWS command line needs some credentials; any will do here):

  ${setCredentials}
  export AWS_ENDPOINT_URL=${stack.awsUrl}
  aws s3 cp MESH.vessel.json.gz s3://${bucket}/${MESH_PREFIX}
  npm run import_new_meshes${flag}

Ctrl-C stops the service.
`;
}
