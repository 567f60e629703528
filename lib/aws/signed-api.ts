/** The service's own API, called as its stage asks for it. */
import type { CanaryPorts } from '../canary/canary.ts';
import { requestSigner } from '../signing/sign-request.ts';

const REQUEST_TIMEOUT_MS = 29_000;

export interface OwnApi {
  /** With its stage. */
  readonly url: string;
  readonly auth: 'none' | 'api-key' | 'iam';
  /** Id of the key that calls are sent with, where the stage asks for one. */
  readonly apiKeyId: string;
}

/** Sends requests open, with the key of that id, or signed with the function's role. */
export function sendTo({ url, auth, apiKeyId }: OwnApi): CanaryPorts['send'] {
  const root = url.replace(/\/$/, '');
  const sign = requestSigner();
  let key: string | undefined;
  return async ({ method, path, headers, body }) => {
    const unsigned = { method, url: root + path, headers, body };
    if (auth === 'api-key') key ??= await apiKeyValue(apiKeyId);
    const sent = auth === 'iam' ? await sign(unsigned) : { ...headers, ...(key && { 'X-Api-Key': key }) };
    const response = await fetch(unsigned.url, {
      method,
      headers: sent,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  };
}

/** Asks API Gateway for a key; one signed call, for which its client would be a megabyte of code. */
async function apiKeyValue(id: string): Promise<string> {
  const region = process.env.AWS_REGION;
  const endpoint = process.env.AWS_ENDPOINT_URL ?? `https://apigateway.${region}.amazonaws.com`;
  const url = `${endpoint}/apikeys/${id}?includeValue=true`;
  const request = { method: 'GET', url, headers: { Accept: 'application/json' }, body: undefined };
  const headers = await requestSigner(undefined, undefined, 'apigateway')(request);
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  const { value, message } = (await response.json()) as { value?: string; message?: string };
  if (!response.ok || !value)
    throw new Error(`The API key ${id} can't be read: ${response.status} ${message}`);
  return value;
}
