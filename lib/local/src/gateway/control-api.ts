import type { ServerResponse } from 'node:http';
import { sendJson } from '../aws-responses.ts';
import { AwsError } from '../errors.ts';
import { authorise, type Principal } from '../iam/principals.ts';
import { arn } from '../identities.ts';
import type { ApiKeys } from './api-keys.ts';

/** Of API Gateway's own API: GetApiKey. */
export function handleApiGateway(
  keys: ApiKeys,
  principal: Principal | undefined,
  { method, url = '/' }: { readonly method?: string | undefined; readonly url?: string | undefined },
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(url, 'http://local');
  const id = /^\/apikeys\/([^/]+)$/.exec(pathname)?.[1];
  if (method !== 'GET' || id === undefined) {
    throw new AwsError(
      'UnknownOperationException',
      'Of API Gateway’s own API, local mode has GetApiKey.',
      404,
    );
  }
  authorise(principal, [
    { action: 'apigateway:GET', resource: arn('apigateway', pathname, { account: '' }) },
  ]);
  const key = keys.all().find((each) => each.id === id);
  if (!key) throw new AwsError('NotFoundException', 'Invalid API Key identifier specified', 404);
  const { value, ...described } = key;
  sendJson(response, 200, searchParams.get('includeValue') === 'true' ? { ...described, value } : described);
}
