import type { IncomingMessage } from 'node:http';
import { missingPermission, type Principals } from '../iam/principals.ts';
import { ACCOUNT, arn } from '../identities.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Caller } from './proxy-event.ts';
import type { GatewayAnswer } from './responses.ts';
import type { Method, RestApi } from './rest-api.ts';
import { verifySignature } from './signature.ts';

/** Checks who may call a method: by API key, and by signature where the template requires IAM. */
export class ApiAccess {
  readonly #api: RestApi;
  readonly #principals: Principals;
  readonly #keys: ApiKeys;

  constructor(api: RestApi, principals: Principals, keys: ApiKeys) {
    this.#api = api;
    this.#principals = principals;
    this.#keys = keys;
  }

  async check(
    request: IncomingMessage,
    { authorization, needsKey }: Method,
    path: string,
    body: Buffer,
  ): Promise<{ readonly caller: Caller } | { readonly refusal: GatewayAnswer }> {
    let caller: Caller = {};
    if (authorization === 'AWS_IAM') {
      const verified = await verifySignature(request, body, (id) => this.#principals.secretOf(id));
      if ('fault' in verified) return { refusal: verified.fault };
      const principal = this.#principals.signedBy(verified.accessKeyId);
      const { id, stage } = this.#api;
      const resource = arn('execute-api', `${id}/${stage}/${request.method}${path}`);
      if (missingPermission(principal, [{ action: 'execute-api:Invoke', resource }])) {
        return { refusal: 'ACCESS_DENIED' };
      }
      const userArn = principal?.arn ?? `arn:aws:iam::${ACCOUNT}:root`;
      caller = {
        accountId: ACCOUNT,
        accessKey: verified.accessKeyId,
        userArn,
        user: ACCOUNT,
        caller: ACCOUNT,
      };
    }
    if (!needsKey) return { caller };
    const key = this.#keys.use(request.headers['x-api-key']?.toString());
    if ('fault' in key) return { refusal: key.fault };
    return { caller: { ...caller, apiKey: key.value, apiKeyId: key.id } };
  }
}
