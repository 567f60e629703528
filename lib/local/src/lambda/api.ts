import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError } from '../errors.ts';
import { authorise, type Principal } from '../iam/principals.ts';
import type { Functions } from './functions.ts';
import type { LocalFunction } from './local-function.ts';

/** One request to Lambda; its body has been read. */
interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly principal: Principal | undefined;
  readonly body: Buffer;
}

const FUNCTIONS = '/2015-03-31/functions';

/** Whether a path belongs to Lambda. */
export const isLambdaPath = (path: string): boolean => path.startsWith(`${FUNCTIONS}/`) || path === FUNCTIONS;

/** The Lambda protocol: invocations, and information about functions. */
export async function handleLambda(functions: Functions, call: Call): Promise<void> {
  const { request, response } = call;
  const path = (request.url ?? '').split('?')[0]!.slice(FUNCTIONS.length).split('/').filter(Boolean);
  try {
    const [name, part] = path.map(decodeURIComponent);
    const route = `${request.method} ${path.length > 1 ? part : path.length}`;
    switch (route) {
      case 'GET 0':
        authorise(call.principal, [{ action: 'lambda:ListFunctions', resource: '*' }]);
        return sendJson(response, { Functions: functions.all().map(configuration) });
      case 'GET 1':
      case 'GET configuration': {
        const target = functions.get(name!);
        const action = path.length === 1 ? 'lambda:GetFunction' : 'lambda:GetFunctionConfiguration';
        authorise(call.principal, [{ action, resource: target.arn }]);
        const Configuration = configuration(target);
        return sendJson(response, path.length === 1 ? { Configuration } : Configuration);
      }
      case 'POST invocations':
        return await invoke(functions, name!, call);
      default:
        throw new AwsError(
          'UnknownOperationException',
          'Of Lambda, local mode has Invoke, ListFunctions, GetFunction and GetFunctionConfiguration.',
          404,
        );
    }
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const status = error.code === 'AccessDeniedException' ? 403 : error.status;
    const headers = { 'content-type': 'application/json', 'x-amzn-errortype': error.code };
    response.writeHead(status, headers).end(JSON.stringify({ Type: 'User', Message: error.message }));
  }
}

function configuration(target: LocalFunction): object {
  const { name, arn, handler, runtime, memoryMb, timeoutSeconds, environment } = target.options;
  return {
    FunctionName: name,
    FunctionArn: arn,
    Handler: handler,
    Runtime: runtime,
    MemorySize: memoryMb,
    Timeout: timeoutSeconds,
    Version: '$LATEST',
    PackageType: 'Zip',
    State: 'Active',
    LastUpdateStatus: 'Successful',
    Environment: { Variables: environment },
  };
}

async function invoke(
  functions: Functions,
  name: string,
  { request, response, principal, body }: Call,
): Promise<void> {
  const target = functions.get(name);
  const qualifier = new URLSearchParams(request.url!.split('?')[1] ?? '').get('Qualifier') ?? undefined;
  const resource = functions.arnOf(name, qualifier);
  authorise(principal, [{ action: 'lambda:InvokeFunction', resource }]);
  const event = body.length ? body.toString() : '{}';
  try {
    JSON.parse(event);
  } catch {
    throw new AwsError('InvalidRequestContentException', 'Could not parse request body into json');
  }
  const type = request.headers['x-amz-invocation-type'];
  if (type === 'DryRun') return void response.writeHead(204).end();
  if (type === 'Event') {
    target.invokeLater(event);
    return void response.writeHead(202).end();
  }
  const { ok, payload } = await target.invoke(event);
  response.setHeader('x-amz-executed-version', '$LATEST');
  if (!ok) response.setHeader('x-amz-function-error', 'Unhandled');
  response.writeHead(200, { 'content-type': 'application/json' }).end(payload);
}

const sendJson = (response: ServerResponse, value: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
