import type { RequestLog } from 'template-runner';

/** Lines that local mode prints. What comes from outside is escaped: it cannot move the cursor or fake a line. */

/** Control characters (C0, DEL, C1) and the marks that change the direction of text, as `\xNN` or `\uNNNN`. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to escape
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

export const requestLine = ({ method, url, status, milliseconds }: RequestLog): string =>
  printable(`${method} ${url} ${status} ${Math.round(milliseconds)} ms`);

/**
 * The line for one line of a function's log: a change of a job's status, a warning or an error. Undefined for all
 * others, which are in the log files.
 */
export function logLine(functionName: string, line: string): string | undefined {
  let fields: Record<string, unknown> | null;
  try {
    fields = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { level, message, job_id: job, status, errorType, errorMessage, error } = fields ?? {};
  if (message === 'job transition') return printable(`job ${job} ${status}`);
  if (level !== 'ERROR' && level !== 'WARN' && level !== 'CRITICAL') return undefined;
  const cause = errorType ?? (error as { name?: string } | undefined)?.name;
  const reason = errorMessage ?? (error as { message?: string } | undefined)?.message;
  return printable([`${level} ${functionName}: ${message}`, cause, reason].filter(Boolean).join(': '));
}
