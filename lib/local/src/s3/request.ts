import type { IncomingMessage } from 'node:http';
import { AwsError } from '../errors.ts';
import type { Permission } from '../iam/policy.ts';
import { arn } from '../identities.ts';

/** A parsed request of the S3 protocol. */
export interface S3Request {
  readonly method: string;
  /** Empty when the request is for the list of buckets. */
  readonly bucket: string;
  /** Empty when the request is for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

/** Host names of the form `<bucket>.localhost` or `<bucket>.s3…`, which clients use by default. */
const VIRTUAL_HOST = /^(.+?)\.(?:localhost|s3[.-][^:]*|s3\.localhost)(?::\d+)?$/;

export function parseS3Request({ method, url, headers }: IncomingMessage): S3Request {
  const [path, search = ''] = (url ?? '/').split(/\?(.*)/s);
  const host = VIRTUAL_HOST.exec(headers.host ?? '')?.[1];
  const [first = '', ...rest] = path!.slice(1).split('/');
  const [bucket, key] = host ? [host, path!.slice(1)] : [first, rest.join('/')];
  try {
    return {
      method: method ?? 'GET',
      bucket: decodeURIComponent(bucket),
      key: decodeURIComponent(key),
      query: new URLSearchParams(search),
      headers,
    };
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** The permissions that the request requires. */
export function s3Permissions({ method, bucket, key, query, headers }: S3Request): Permission[] {
  const bucketArn = arn('s3', bucket, { region: '', account: '' });
  const onObject = (action: string): Permission => ({ action, resource: `${bucketArn}/${key}` });
  if (!bucket) return [{ action: 's3:ListAllMyBuckets', resource: '*' }];
  if (!key) return bucketPermissions(bucketArn, method, query);
  if (query.has('uploadId') && method === 'DELETE') return [onObject('s3:AbortMultipartUpload')];
  if (method === 'DELETE') return [onObject('s3:DeleteObject')];
  if (method === 'GET' || method === 'HEAD') return [onObject('s3:GetObject')];
  const source = headers['x-amz-copy-source'];
  const reading = source
    ? [{ action: 's3:GetObject', resource: arn('s3', copySource(source), { region: '', account: '' }) }]
    : [];
  return [onObject('s3:PutObject'), ...reading];
}

function bucketPermissions(resource: string, method: string, query: URLSearchParams): Permission[] {
  if (query.has('location')) return [{ action: 's3:GetBucketLocation', resource }];
  if (query.has('delete')) return [{ action: 's3:DeleteObject', resource: `${resource}/*` }];
  if (method === 'GET' || method === 'HEAD') {
    return [{ action: 's3:ListBucket', resource, context: { 's3:prefix': query.get('prefix') ?? '' } }];
  }
  return [{ action: `s3:${method}Bucket`, resource }];
}

/** `bucket/key` of a copy's source header. */
export const copySource = (header: string | string[]): string =>
  decodeURIComponent(String(header).replace(/^\//, '').split('?')[0]!);

/** The operation of a request, named by the first permission it needs, such as `s3:GetObject`. */
export function s3Operation(request: IncomingMessage): string {
  try {
    return s3Permissions(parseS3Request(request))[0]?.action ?? 's3';
  } catch {
    return 's3';
  }
}
