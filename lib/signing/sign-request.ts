/** Signs requests to AWS, such as those to an API with IAM authorization (AWS Signature Version 4). */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { SignatureV4 } from '@smithy/signature-v4';

/** Used if the host name does not contain the region: a custom domain or the local service. */
const DEFAULT_REGION = 'us-east-1';

export interface UnsignedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export type Signer = (request: UnsignedRequest) => Promise<Record<string, string>>;

/**
 * Returns the headers of a request with its signature.
 * @param credentials by default those that the AWS command line would use
 * @param service by default an API's
 * @throws Error with a sentence, without credentials
 */
export function requestSigner(
  credentials = defaultProvider(),
  now = () => new Date(),
  service = 'execute-api',
): Signer {
  return async ({ method, url, headers, body }) => {
    const { protocol, hostname, port, pathname, searchParams, host } = new URL(url);
    const region = regionOf(hostname);
    const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
    const query = Object.fromEntries(
      [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
    );
    const request = {
      method,
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path: pathname,
      query,
      headers: { ...headers, host },
      body,
    };
    try {
      return (await signer.sign(request, { signingDate: now() })).headers;
    } catch (error) {
      throw new Error(`can't sign the request: ${(error as Error).message}`, { cause: error });
    }
  };
}

/**
 * The region in an API's own host name (`id.execute-api.REGION.amazonaws.com`), or else the environment's.
 */
function regionOf(hostname: string): string {
  const inName = /\.execute-api\.([a-z0-9-]+)\.amazonaws\./.exec(hostname)?.[1];
  return inName ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? DEFAULT_REGION;
}

type Data = string | ArrayBuffer | ArrayBufferView;

/** SHA-256, or HMAC-SHA-256 if there is a secret, in the form that the signer expects. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: Data) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: Data): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    throw new Error('A hash is used once.');
  }
}

function bytesOf(data: Data): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data);
  return data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
