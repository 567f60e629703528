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

/** The greatest weight that Accept gives one of these media types by name, 0 to 1; wildcards name none. */
export function namedWeight(accept: string | undefined, types: readonly string[]): number {
  const weights = weightsOf(accept);
  return Math.max(...types.map((type) => weights.get(type) ?? 0));
}

/** The first of the codings that Accept-Encoding allows (RFC 9110, 12.5.3); undefined where it allows none. */
export function acceptedCoding<C extends 'br' | 'gzip'>(
  acceptEncoding: string | undefined,
  codings: readonly C[],
): C | undefined {
  const weights = weightsOf(acceptEncoding);
  return codings.find(
    (coding) => (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get('*') ?? 0) > 0,
  );
}

/** The members of a list with `q` parameters, by lower-case name. */
function weightsOf(list = ''): Map<string, number> {
  const members = list.split(',').map((member) => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return [name, q === undefined ? 1 : Number(q.slice(2))] as const;
  });
  return new Map(members);
}
