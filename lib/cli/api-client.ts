import { STATUS_CODES } from 'node:http';
import { CommandFailed } from './run-command.ts';

/** No answer takes longer than API Gateway waits for one, 29 s; the rest is a slow network. */
const ANSWER_TIMEOUT_MS = 60_000;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the service's JSON, of which a client reads what it needs
  readonly body: any;
}

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: Record<string, unknown>;
}

/** `https://host/stage` of what a user may type, without a trailing slash. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CommandFailed(`"${text}" is no URL: give one such as http://127.0.0.1:8000`);
  }
  return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
}

/** Sends a request and answers the service's JSON; throws a sentence if none came. */
export async function send({ method, url, body }: Request, apiKey?: string): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(apiKey && { 'x-api-key': apiKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
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

/** The sentence of an error answer, with the fields that it complains of. */
export function complaint({ body }: Answer): string {
  const details = Array.isArray(body?.details)
    ? body.details.map(({ field, message }: Record<string, string>) => `${field} ${message}`)
    : [];
  const sentence = typeof body?.error === 'string' ? body.error : JSON.stringify(body);
  return [sentence, ...details].join('; ');
}

function unreachable(url: string, error: Error): string {
  const { origin } = new URL(url);
  if (error.name === 'TimeoutError') return `${origin} gave no answer within ${ANSWER_TIMEOUT_MS / 1000} s`;
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  const hint = 'start the service with "npm start", or give its address with --url';
  return `can't reach ${origin} (${code ?? message}): ${hint}`;
}
