import type { APIGatewayProxyEvent } from 'aws-lambda';

type Headers = Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>;

/** A request header by its name in any case, repeated ones joined by commas; undefined if there is none. */
export function header({ headers, multiValueHeaders }: Headers, name: string): string | undefined {
  const find = <T>(of: Record<string, T> | null | undefined) =>
    Object.entries(of ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  return find(multiValueHeaders)?.join(',') ?? find(headers);
}

/** Whether Accept-Encoding allows gzip; a client that sends none gets no compression. */
export function acceptsGzip(headers: Headers): boolean {
  return acceptedCoding(header(headers, 'accept-encoding'), ['gzip']) !== undefined;
}

/** The first of the codings that Accept-Encoding allows (RFC 9110, 12.5.3); undefined where it allows none. */
export function acceptedCoding<C extends 'br' | 'gzip'>(
  acceptEncoding: string | undefined,
  codings: readonly C[],
): C | undefined {
  const weights = new Map<string, number>();
  for (const coding of (acceptEncoding ?? '').split(',')) {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name.replace(/^x-/, ''), q === undefined ? 1 : Number(q.slice(2)));
  }
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0);
}
