import { STATUS_CODES } from 'node:http';
import {
  type JsonOf,
  type Operation,
  type PathValuesOf,
  pathOf,
  type SentBodyOf,
  type StatusOf,
} from '../api/operation.ts';
import { CommandFailed } from './run-command.ts';

/** No answer takes longer than API Gateway waits for one, 29 s; the rest is a slow network. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Which service is called, and how. */
export interface Target {
  /** `https://host/stage`, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
}

/** What a call sends: the values of the parameters in the path, and the body. */
export type Call<O extends Operation> = (keyof PathValuesOf<O> extends never
  ? { readonly parameters?: undefined }
  : { readonly parameters: PathValuesOf<O> }) &
  (SentBodyOf<O> extends undefined ? { readonly body?: undefined } : { readonly body: SentBodyOf<O> });

/** The answer of an operation: one of those that its definition has. */
export type AnswerOf<O extends Operation> = {
  [S in StatusOf<O>]: { readonly status: S; readonly body: JsonOf<O, S> };
}[StatusOf<O>];

/** Any answer as it came: status and JSON. */
export interface Received {
  readonly status: number;
  readonly body: unknown;
}

/** `https://host/stage` of what a user may type, without a trailing slash. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CommandFailed(`"${text}" is no URL: give one such as http://127.0.0.1:8000`);
  }
  return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
}

/** The URL of an operation at a service. */
export const urlOf = <O extends Operation>(
  { baseUrl }: Target,
  operation: O,
  values: PathValuesOf<O>,
): string => baseUrl + pathOf(operation, values);

/**
 * Calls an operation; throws a `CommandFailed` of one sentence where there is no answer, or an error.
 * @param onAnswer is told of every answer, errors included, before anything is made of it.
 */
export async function call<O extends Operation>(
  target: Target,
  operation: O,
  { parameters, body }: Call<O>,
  onAnswer: (line: string, answer: Received) => void,
): Promise<AnswerOf<O>> {
  const url = urlOf(target, operation, (parameters ?? {}) as PathValuesOf<O>);
  const answer = await send(operation.method, url, body, target.apiKey);
  const line = `${operation.method} ${url}`;
  onAnswer(line, answer);
  if (answer.status >= 400) {
    throw new CommandFailed(`${line} answered ${answer.status}: ${complaint(answer)}`);
  }
  return answer as AnswerOf<O>;
}

async function send(method: string, url: string, body: unknown, apiKey?: string): Promise<Received> {
  const response = await fetch(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(apiKey && { 'x-api-key': apiKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch((error) => {
    throw new CommandFailed(unreachable(url, error));
  });
  const text = await response.text().catch((error) => {
    throw new CommandFailed(unreachable(url, error));
  });
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    const status = `${response.status} ${STATUS_CODES[response.status] ?? ''}`.trim();
    const hint = response.status >= 500 ? 'try again in a moment' : 'is this the right URL?';
    throw new CommandFailed(`${method} ${url} answered ${status} without JSON: ${hint}`);
  }
}

/** The sentence of an error answer, with the fields that it names. */
function complaint({ body }: Received): string {
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
