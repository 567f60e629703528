import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignatureV4 } from '@smithy/signature-v4';

/** Why a signature is not accepted, in API Gateway's terms. */
export type SignatureFault = 'MISSING_AUTHENTICATION_TOKEN' | 'INVALID_SIGNATURE' | 'EXPIRED_TOKEN';

/** AWS refuses requests whose signature is older than this, or further in the future than this. */
const LARGEST_SKEW_MS = 300_000;

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/execute-api\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** SHA-256 in the form that the signer expects. */
export class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer);
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {}
}

/** `20261121T090225Z` in epoch milliseconds; NaN for anything else. */
function parseDate(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * Verifies a request's signature (version 4, in the Authorization header). Returns the access key that signed
 * it, or what is wrong. `secretOf` returns the secret of a known access key.
 */
export async function verifySignature(
  request: IncomingMessage,
  body: Buffer,
  secretOf: (accessKeyId: string) => string | undefined,
  now = Date.now(),
): Promise<{ accessKeyId: string } | { fault: SignatureFault }> {
  const { headers, method = '', url = '/' } = request;
  const parsed = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!parsed) return { fault: 'MISSING_AUTHENTICATION_TOKEN' };
  const [, accessKeyId, region, signedHeaders, signature] = parsed as unknown as string[];
  const secretAccessKey = secretOf(accessKeyId!);
  const date = parseDate(String(headers['x-amz-date']));
  if (secretAccessKey === undefined || Number.isNaN(date)) return { fault: 'INVALID_SIGNATURE' };
  if (Math.abs(now - date) > LARGEST_SKEW_MS) return { fault: 'EXPIRED_TOKEN' };
  const [path, query = ''] = url.split(/\?(.*)/s);
  const names = signedHeaders!.split(';');
  const address = URL.parse(`http://${headers.host}`);
  // a signature for another host could be replayed here
  if (!address || !names.includes('host')) return { fault: 'INVALID_SIGNATURE' };
  const credentials = { accessKeyId: accessKeyId!, secretAccessKey };
  const signer = new SignatureV4({
    credentials,
    region: region!,
    service: 'execute-api',
    sha256: Sha256,
    applyChecksum: false, // only what the client signed: most do not send the digest as a header
  });
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: address.hostname,
      path: path!,
      query: multiValue(new URLSearchParams(query)),
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')])),
      body,
    },
    { signingDate: new Date(date), signableHeaders: new Set(names) },
  );
  const [, , , , expected] = AUTHORIZATION.exec(signed.headers.authorization!) ?? [];
  const equal = expected !== undefined && timingSafeEqual(Buffer.from(expected), Buffer.from(signature!));
  return equal && hasItsBody(headers, body) ? { accessKeyId: accessKeyId! } : { fault: 'INVALID_SIGNATURE' };
}

/** Whether the digest in a header matches the body; the digest is signed instead of the body. */
function hasItsBody(headers: IncomingMessage['headers'], body: Buffer): boolean {
  const digest = headers['x-amz-content-sha256'];
  if (digest === undefined || digest === 'UNSIGNED-PAYLOAD') return true;
  return digest === createHash('sha256').update(body).digest('hex');
}

function multiValue(parameters: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}
