import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sendS3Error, sendXml } from '../aws-responses.ts';
import type { DataFolder } from '../data-folder.ts';
import { AwsError } from '../errors.ts';
import { denial, missingPermission, type Principal } from '../iam/principals.ts';
import { arn } from '../identities.ts';
import { readBody } from '../read-body.ts';
import { readElements, readText, writeXml } from '../xml.ts';
import { decodeChunked } from './chunked-body.ts';
import { listObjects, NAMESPACE } from './listing.ts';
import { MultipartUploads } from './multipart.ts';
import { keptHeaders, objectHeaders, parseRange, requireMatch } from './object-headers.ts';
import { ObjectStore } from './object-store.ts';
import { checkPolicy, readForm, within } from './post-form.ts';
import { copySource, parseS3Request, type S3Request, s3Permissions } from './request.ts';

/** Query parameters for features that buckets do not have here. */
const UNKNOWN_QUERIES = [
  'acl',
  'tagging',
  'versions',
  'versioning',
  'versionId',
  'policy',
  'cors',
  'website',
  'uploads',
];

type Call = S3Request & { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * The part of the S3 protocol that clients of a data bucket use: whole objects and ranges, conditional
 * writes, multi-part uploads, copies, both versions of listings. Everything else answers `NotImplemented`.
 */
export class S3Api {
  readonly #buckets: ReadonlyMap<string, ObjectStore>;
  readonly #uploads = new MultipartUploads();

  private constructor(buckets: ReadonlyMap<string, ObjectStore>) {
    this.#buckets = buckets;
  }

  static async open(names: readonly string[], data: DataFolder): Promise<S3Api> {
    const stores = names.map(async (name) => [name, await ObjectStore.open(data, name)] as const);
    return new S3Api(new Map(await Promise.all(stores)));
  }

  /** Stores an object without a request. */
  async putObject(
    bucket: string,
    key: string,
    body: Uint8Array | AsyncIterable<Buffer>,
  ): Promise<{ readonly size: number }> {
    const store = this.#bucket(bucket);
    const pieces = async function* () {
      if (body instanceof Uint8Array) yield Buffer.from(body);
      else yield* body;
    };
    return store.commit(key, await store.writeBlob(pieces()), {});
  }

  /** Reads an object without a request. @throws AwsError `NoSuchKey` */
  async readObject(bucket: string, key: string): Promise<{ readonly etag: string; readonly body: Readable }> {
    const found = await this.#bucket(bucket).open(key);
    if (!found) throw noSuchKey(bucket, key, undefined);
    return { etag: found.record.etag, body: found.file.createReadStream() };
  }

  /** Whether there is an object that is as it was stored. */
  async hasObject(bucket: string, key: string): Promise<boolean> {
    const found = await this.#buckets.get(bucket)?.open(key);
    await found?.file.close();
    return found !== undefined;
  }

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    principal: Principal | undefined,
    signedBy: (accessKeyId: string) => Principal | undefined,
  ): Promise<void> {
    response.setHeader('x-amz-request-id', randomUUID());
    try {
      const call = { ...parseS3Request(request), request, response };
      if (isForm(call)) return await this.#postForm(call, signedBy);
      const missing = missingPermission(principal, s3Permissions(call));
      if (missing) throw new AwsError('AccessDenied', denial(principal!, missing), 403);
      await this.#answer(call, principal);
    } catch (error) {
      if (!(error instanceof AwsError)) {
        if (response.headersSent || request.destroyed) return void response.destroy();
        throw error;
      }
      sendS3Error(response, error, request.url);
    }
  }

  async #answer(call: Call, principal: Principal | undefined): Promise<void> {
    const { method, bucket, key, query, response } = call;
    if (!bucket) return this.#listBuckets(response);
    if (!key && (method === 'PUT' || method === 'DELETE') && query.size === 0) {
      const names = [...this.#buckets.keys()].join(', ') || 'none';
      throw notImplemented(`making or deleting buckets; the template has: ${names}`);
    }
    const store = this.#bucket(bucket);
    const unknown = UNKNOWN_QUERIES.find(
      (name) => query.has(name) && !(name === 'uploads' && method === 'POST' && key),
    );
    if (unknown) throw notImplemented(`${method} ?${unknown}`);
    if (!key) return this.#onBucket(store, call);
    switch (method) {
      case 'GET':
      case 'HEAD':
        return this.#getObject(store, call, principal);
      case 'PUT':
        return this.#putObject(store, call);
      case 'POST':
        return this.#postObject(store, call);
      case 'DELETE':
        await (query.has('uploadId') ? this.#uploads.abort(query.get('uploadId')!) : store.delete(key));
        return void response.writeHead(204).end();
      default:
        throw notImplemented(method);
    }
  }

  #bucket(name: string): ObjectStore {
    const store = this.#buckets.get(name);
    if (!store) throw new AwsError('NoSuchBucket', `The specified bucket does not exist: ${name}`, 404);
    return store;
  }

  /** Whoever signed the form must be allowed to store the object. */
  async #postForm(
    { bucket, request, response }: Call,
    signedBy: (accessKeyId: string) => Principal | undefined,
  ): Promise<void> {
    const store = this.#bucket(bucket);
    const { fields, file } = await readForm(request);
    const range = checkPolicy(bucket, fields);
    const { key = '' } = fields;
    const principal = signedBy(String(fields['x-amz-credential']).split('/')[0]!);
    const resource = `${arn('s3', bucket, { region: '', account: '' })}/${key}`;
    const missing = missingPermission(principal, [{ action: 's3:PutObject', resource }]);
    if (missing) throw new AwsError('AccessDenied', denial(principal!, missing), 403);
    const limited = Readable.from(file, { objectMode: false }).compose(within(range)) as unknown as Readable;
    const record = await store.commit(key, await store.writeBlob(limited), keptHeaders(fields));
    response.writeHead(204, { etag: `"${record.etag}"` }).end();
  }

  #listBuckets(response: ServerResponse): void {
    const Bucket = [...this.#buckets.keys()].map((Name) => ({
      Name,
      CreationDate: '2024-01-01T00:00:00.000Z',
    }));
    sendXml(response, writeXml('ListAllMyBucketsResult', { Buckets: { Bucket } }, NAMESPACE));
  }

  async #onBucket(store: ObjectStore, { method, bucket, query, request, response }: Call): Promise<void> {
    if (method === 'HEAD') return void response.writeHead(200).end();
    if (method === 'GET' && query.has('location')) {
      return sendXml(response, writeXml('LocationConstraint', {}, NAMESPACE));
    }
    if (method === 'GET') return sendXml(response, listObjects(bucket, store, query));
    if (method === 'POST' && query.has('delete')) {
      const document = await readDocument(request);
      const keys = readElements(document, 'Object').map((each) => readText(each, 'Key') ?? '');
      for (const key of keys) await store.delete(key);
      const Deleted = keys.map((Key) => ({ Key }));
      return sendXml(response, writeXml('DeleteResult', { Deleted }, NAMESPACE));
    }
    throw notImplemented(`${method} of a bucket`);
  }

  async #getObject(store: ObjectStore, call: Call, principal: Principal | undefined): Promise<void> {
    const { method, bucket, key, headers, response } = call;
    const found = await store.open(key);
    if (!found) throw noSuchKey(bucket, key, principal);
    const { record, file } = found;
    try {
      const unmodified = headers['if-none-match']?.replaceAll('"', '') === record.etag;
      requireMatch(headers['if-match'], record);
      for (const [name, value] of Object.entries(objectHeaders(record))) response.setHeader(name, value);
      if (unmodified) return void response.writeHead(304).end();
      const range = parseRange(headers.range, record.size);
      const { start, end } = range ?? { start: 0, end: record.size - 1 };
      response.setHeader('content-length', end - start + 1);
      if (range) response.setHeader('content-range', `bytes ${start}-${end}/${record.size}`);
      response.writeHead(range ? 206 : 200);
      if (method === 'HEAD' || end < start) return void response.end();
      await pipeline(file.createReadStream({ start, end, autoClose: false }), response);
    } finally {
      await file.close();
    }
  }

  async #putObject(store: ObjectStore, call: Call): Promise<void> {
    const { key, query, headers, response } = call;
    if (headers['x-amz-copy-source']) return this.#copyObject(store, call);
    if (query.has('uploadId')) {
      const etag = await this.#uploads.putPart(
        query.get('uploadId')!,
        Number(query.get('partNumber')),
        bodyOf(call),
      );
      return void response.writeHead(200, { etag: `"${etag}"` }).end();
    }
    const condition = { ifNoneMatch: headers['if-none-match'], ifMatch: headers['if-match'] };
    const record = await store.commit(key, await store.writeBlob(bodyOf(call)), keptHeaders(headers), {
      condition,
    });
    response.writeHead(200, { etag: `"${record.etag}"` }).end();
  }

  async #copyObject(store: ObjectStore, { key, query, headers, response }: Call): Promise<void> {
    const [bucket = '', ...rest] = copySource(headers['x-amz-copy-source']!).split('/');
    const found = await this.#buckets.get(bucket)?.open(rest.join('/'));
    if (!found) throw noSuchKey(bucket, rest.join('/'), undefined);
    try {
      requireMatch(headers['x-amz-copy-source-if-match'] as string | undefined, found.record);
    } catch (error) {
      await found.file.close();
      throw error;
    }
    const body = found.file.createReadStream(
      parseRange(headers['x-amz-copy-source-range'] as string | undefined, found.record.size),
    );
    if (query.has('uploadId')) {
      const etag = await this.#uploads.putPart(query.get('uploadId')!, Number(query.get('partNumber')), body);
      const part = { ETag: `"${etag}"`, LastModified: new Date().toISOString() };
      return sendXml(response, writeXml('CopyPartResult', part, NAMESPACE));
    }
    const replaced = headers['x-amz-metadata-directive'] === 'REPLACE';
    const kept = replaced ? keptHeaders(headers) : found.record.headers;
    const { etag, lastModified } = await store.commit(key, await store.writeBlob(body), kept);
    const result = { ETag: `"${etag}"`, LastModified: lastModified };
    sendXml(response, writeXml('CopyObjectResult', result, NAMESPACE));
  }

  async #postObject(
    store: ObjectStore,
    { bucket, key, query, headers, request, response }: Call,
  ): Promise<void> {
    if (query.has('uploads')) {
      const UploadId = this.#uploads.begin(store, key, keptHeaders(headers));
      const result = { Bucket: bucket, Key: key, UploadId };
      return sendXml(response, writeXml('InitiateMultipartUploadResult', result, NAMESPACE));
    }
    if (!query.has('uploadId')) throw notImplemented('POST of an object');
    const condition = { ifNoneMatch: headers['if-none-match'], ifMatch: headers['if-match'] };
    const document = await readDocument(request);
    const { etag } = await this.#uploads.complete(query.get('uploadId')!, document, condition);
    const result = { Bucket: bucket, Key: key, ETag: `"${etag}"` };
    sendXml(response, writeXml('CompleteMultipartUploadResult', result, NAMESPACE));
  }
}

const isForm = ({ method, key, headers }: Call): boolean =>
  method === 'POST' && key === '' && String(headers['content-type']).startsWith('multipart/form-data');

const notImplemented = (what: string) => new AwsError('NotImplemented', `Local mode has no ${what}.`, 501);

/** As on AWS, a requester without permission to list a bucket does not learn that an object is missing. */
function noSuchKey(bucket: string, key: string, principal: Principal | undefined): AwsError {
  const resource = arn('s3', bucket, { region: '', account: '' });
  const missing = missingPermission(principal, [{ action: 's3:ListBucket', resource }]);
  if (missing) return new AwsError('AccessDenied', denial(principal!, missing), 403);
  return new AwsError('NoSuchKey', `The specified key does not exist: ${key}`, 404);
}

/** Bytes of the longest document: 1,000 keys or 10,000 parts. */
const DOCUMENT_LIMIT = 4 * 1024 * 1024;

/** The XML document that some requests have as their body. */
async function readDocument(request: IncomingMessage): Promise<string> {
  const body = await readBody(request, DOCUMENT_LIMIT);
  if (!body) throw new AwsError('EntityTooLarge', 'The document is too long.');
  return body.toString();
}

/** A request's body without the framing that streaming clients add. */
function bodyOf({ headers, request }: Call): AsyncIterable<Buffer> {
  const chunked =
    headers['content-encoding']?.includes('aws-chunked') ||
    String(headers['x-amz-content-sha256']).startsWith('STREAMING-');
  return chunked ? decodeChunked(request) : request;
}
