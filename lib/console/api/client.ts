/**
 * Requests to the service. An error becomes a sentence; a lost connection and an error of the service are
 * different errors.
 */
import { signal } from '@preact/signals';
import type { AnyJsonOf, Call } from '../../api/call.ts';
import { type Operation, type PathValuesOf, pathOf } from '../../api/operation.ts';
import { settings } from '../settings.ts';
import { readSession, removeSession, writeSession } from './session-value.ts';

const KEY_NAME = 'polynya-api-key';
const MAX_RETRY_DELAY_MS = 30_000;
const BUSY = new Set([429, 503]);

/** The service answered with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What is wrong with each field of the body, by its path. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** No answer came. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';

  constructor() {
    super('There is no connection to the service.');
  }
}

/** Whether the last request was answered. */
export const connected = signal(true);
/** Whether the service refused the last request because it has too many, or begins. */
export const busy = signal(false);
/** What the key prompt shows; null while no key is required. */
export const keyWanted = signal<'missing' | 'refused' | 'unusable' | null>(
  settings.auth === 'api-key' && !readSession(KEY_NAME) ? 'missing' : null,
);

let keyGiven = Promise.withResolvers<void>();

/** Printable ASCII: browsers refuse to send others in a header, and a blank one says nothing. */
const USABLE_KEY = /^[!-~][ -~]*$/;

export function giveKey(key: string): void {
  if (!USABLE_KEY.test(key)) {
    keyWanted.value = 'unusable';
    return;
  }
  writeSession(KEY_NAME, key);
  keyWanted.value = null;
  keyGiven.resolve();
  keyGiven = Promise.withResolvers();
}

/** What a call sends, and what ends it. */
export type PageCall<O extends Operation> = Call<O> & { readonly signal?: AbortSignal };

/** Calls an operation of the service. @throws ApiError, ConnectionLost */
export async function call<O extends Operation>(operation: O, sent: PageCall<O>): Promise<Response> {
  for (;;) {
    if (keyWanted.value) await keyGiven.promise;
    const key = settings.auth === 'api-key' ? readSession(KEY_NAME) : null;
    const response = await send(operation, sent, key);
    if (response.ok) return response;
    if (settings.auth === 'api-key' && (response.status === 401 || response.status === 403)) {
      const error = await readError(response);
      if (response.status === 403 && !/key/i.test(error.message)) throw error;
      if (readSession(KEY_NAME) !== key) continue; // another was given meanwhile
      removeSession(KEY_NAME);
      keyWanted.value = 'refused';
      continue;
    }
    throw await readError(response);
  }
}

export async function callJson<O extends Operation>(operation: O, sent: PageCall<O>): Promise<AnyJsonOf<O>> {
  return (await call(operation, sent)).json() as Promise<AnyJsonOf<O>>;
}

async function send<O extends Operation>(
  operation: O,
  { parameters, query, body, headers, signal }: PageCall<O>,
  key: string | null,
): Promise<Response> {
  const path = pathOf(operation, (parameters ?? {}) as PathValuesOf<O>);
  const file = fileIn(body);
  return fetchOrLost(settings.root + path + (query ? `?${new URLSearchParams(query)}` : ''), {
    method: operation.method,
    // while a browser's cache waits for an answer, it holds back other requests to the same address, even the
    // one that cancels
    cache: 'no-store',
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': file ? 'application/octet-stream' : 'application/json' }),
      ...(key && { 'X-Api-Key': key }),
      ...headers,
    },
    ...(body !== undefined && { body: file ?? JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** The bytes that are sent as they are, where a body is a file instead of JSON. */
const fileIn = (body: object | undefined): Uint8Array<ArrayBuffer> | undefined =>
  Object.values(body ?? {}).find((value): value is Uint8Array<ArrayBuffer> => value instanceof Uint8Array);

/** Fetches from a link that the service gave, without the API key. @throws ApiError, ConnectionLost */
export async function fetchStored(what: string, url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetchOrLost(url, { signal });
  if (!response.ok) throw new ApiError(response.status, `The store of ${what} answered ${response.status}.`);
  return response;
}

async function fetchOrLost(url: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, options);
    connected.value = !response.headers.has('X-Kept'); // it may be an answer of before (service-worker.ts)
    busy.value = BUSY.has(response.status);
    return response;
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    connected.value = false;
    throw new ConnectionLost();
  }
}

async function readError(response: Response): Promise<ApiError> {
  try {
    const { error, details = [] } = (await response.json()) as {
      error: string;
      details?: { field: string; message: string }[];
    };
    const own = response.status >= 500 ? `The service answered ${response.status}: ${error}` : error;
    const sentences = [own, ...details.map(({ field, message }) => `${field} ${message}.`)];
    const fields = Object.fromEntries(details.map(({ field, message }) => [field, message]));
    return new ApiError(response.status, sentences.join(' '), fields);
  } catch {
    return new ApiError(response.status, `The service answered ${response.status}.`);
  }
}

/** Repeats what failed because there was no connection or the service was busy, at growing intervals. */
export async function withRetries<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let delay = 500; ; delay = Math.min(2 * delay, MAX_RETRY_DELAY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const passes = error instanceof ConnectionLost || (error instanceof ApiError && BUSY.has(error.status));
      if (!passes || signal?.aborted) throw error;
      await pause(delay, signal);
    }
  }
}

/** Waits; ends early when the browser says that it is online again. @throws AbortError */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const abort = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      reject(new DOMException('Aborted', 'AbortError'));
    };
    const timer = setTimeout(finish, milliseconds);
    addEventListener('online', finish);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}
