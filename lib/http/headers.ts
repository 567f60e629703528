import type { APIGatewayProxyEvent } from 'aws-lambda';

type Headers = Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>;

/** A request header by its name in any case, repeated ones joined by commas; undefined if there is none. */
export function header({ headers, multiValueHeaders }: Headers, name: string): string | undefined {
  const find = <T>(of: Record<string, T> | null | undefined) =>
    Object.entries(of ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  return find(multiValueHeaders)?.join(',') ?? find(headers);
}

/** Whether Accept-Encoding allows gzip (RFC 9110, 12.5.3); a client that sends none gets no compression. */
export function acceptsGzip(headers: Headers): boolean {
  const weights = new Map<string, number>();
  for (const coding of (header(headers, 'accept-encoding') ?? '').split(',')) {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)));
  }
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
