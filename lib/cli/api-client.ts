/** Calls operations of a service by their definitions. */
import { STATUS_CODES } from 'node:http';
import type { Call } from '../api/call.ts';
import { type JsonOf, type Operation, type PathValuesOf, pathOf, type StatusOf } from '../api/operation.ts';
import type { Signer } from '../signing/sign-request.ts';
import { CommandFailed } from './run-command.ts';

/** API Gateway waits at most 29 s for an answer; the rest is for a slow network. */
const ANSWER_TIMEOUT_MS = 60_000;

/** The service to call, and how. */
export interface Target {
  /** `https://host/stage`, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** For a service that requires IAM signatures. */
  readonly sign?: Signer | undefined;
}

/** The answer of an operation: one of those in its definition. */
export type AnswerOf<O extends Operation> = {
  [S in StatusOf<O>]: { readonly status: S; readonly body: JsonOf<O, S>; readonly headers: Headers };
}[StatusOf<O>];

/** Any answer, unchanged. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** `https://host/stage`, without a trailing slash, from what a user may type. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CommandFailed(`"${text}" is no URL: give one such as http://127.0.0.1:8000`);
  }
  return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
}

/** The URL of an operation of a service. */
export const urlOf = <O extends Operation>(
  { baseUrl }: Target,
  operation: O,
  values: PathValuesOf<O>,
): string => baseUrl + pathOf(operation, values);

/** Called with every answer, including errors: `GET https://…`, and the answer. */
export type OnAnswer = (line: string, status: number, body: unknown) => void;

/**
 * Calls an operation whose answer is JSON.
 * @throws CommandFailed with one sentence if there is no answer, or an error
 */
export async function call<O extends Operation>(
  target: Target,
  operation: O,
  sent: Call<O>,
  onAnswer: OnAnswer,
): Promise<AnswerOf<O>> {
  const { line, received } = await send(target, operation, sent, 'application/json');
  const body = parseJson(line, received);
  onAnswer(line, received.status, body);
  requireSuccess(line, received.status, body);
  return { status: received.status, body, headers: received.headers } as AnswerOf<O>;
}

/** Calls an operation whose body is not JSON; errors as for `call`. */
export async function callForText<O extends Operation>(
  target: Target,
  operation: O,
  sent: Call<O>,
): Promise<string> {
  const { line, received } = await send(target, operation, sent, '*/*');
  if (received.status >= 400) requireSuccess(line, received.status, parseJson(line, received));
  return received.text;
}

async function send<O extends Operation>(
  target: Target,
  operation: O,
  { parameters, body, query, headers }: Call<O>,
  accept: string,
): Promise<{ line: string; received: Received }> {
  const { method } = operation;
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const url = urlOf(target, operation, (parameters ?? {}) as PathValuesOf<O>) + search;
  const unsigned = {
    method,
    url,
    headers: {
      Accept: accept,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(target.apiKey && { 'X-Api-Key': target.apiKey }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  const signed = target.sign ? await target.sign(unsigned) : unsigned.headers;
  try {
    const response = await fetch(url, {
      method,
      headers: signed,
      ...(unsigned.body !== undefined && { body: unsigned.body }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const received = { status: response.status, headers: response.headers, text: await response.text() };
    return { line: `${method} ${url}`, received };
  } catch (error) {
    throw new CommandFailed(unreachable(url, error as Error));
  }
}

function parseJson(line: string, { status, text }: Received): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const hint = status >= 500 ? 'try again in a moment' : 'is this the right URL?';
    throw new CommandFailed(`${line} answered ${statusLine(status)} without JSON: ${hint}`);
  }
}

export const statusLine = (status: number): string => `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();

function requireSuccess(line: string, status: number, body: unknown): void {
  if (status >= 400) throw new CommandFailed(`${line} answered ${status}: ${complaint(body)}`);
}

/** The message of an error answer, with the fields that it names. */
function complaint(body: unknown): string {
  const { error, details } = (body ?? {}) as { error?: unknown; details?: unknown };
  const fields = Array.isArray(details)
    ? details.map(({ field, message }: Record<string, string>) => `${field} ${message}`)
    : [];
  return [typeof error === 'string' ? error : JSON.stringify(body), ...fields].join('; ');
}

function unreachable(url: string, error: Error): string {
  const { origin } = new URL(url);
  if (error.name === 'TimeoutError') return `${origin} gave no answer within ${ANSWER_TIMEOUT_MS / 1000} s`;
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  const hint = 'start the service with "npm start", or give its address with --url';
  return `can't reach ${origin} (${code ?? message}): ${hint}`;
}
