import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { ImportResult } from '../meshes/import-result.ts';
import { CommandFailed } from './run-command.ts';
import type { StackAccess } from './stack-outputs.ts';

/** An import may take as long as its Lambda. */
const REQUEST_TIMEOUT_MS = 15 * 60_000 + 10_000;

/** Runs the stack's import and waits for its report; `{}` imports what was dropped. */
export async function invokeImport(
  { importFunction, clientConfig }: StackAccess,
  event: { readonly insert?: readonly string[] },
): Promise<readonly ImportResult[]> {
  const client = new LambdaClient({
    ...clientConfig,
    maxAttempts: 1,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS },
  });
  try {
    const { Payload, FunctionError } = await client.send(
      new InvokeCommand({ FunctionName: importFunction, Payload: JSON.stringify(event) }),
    );
    const answer = JSON.parse(Buffer.from(Payload ?? []).toString() || 'null');
    if (FunctionError) {
      throw new CommandFailed(`the import ended with ${answer?.errorType}: ${answer?.errorMessage}`);
    }
    return (answer as { results: ImportResult[] }).results;
  } finally {
    client.destroy();
  }
}

/** One line for one file. */
export function resultLine(result: ImportResult): string {
  switch (result.outcome) {
    case 'inserted': {
      const { id, md5, created, bounds } = result;
      const extent = `latitudes ${bounds.latMin} to ${bounds.latMax}, longitudes ${bounds.lonMin} to ${bounds.lonMax}`;
      return `${result.file}: inserted as mesh ${id}, md5 ${md5}, created ${created}, ${extent}`;
    }
    case 'already stored':
    case 'recompiled':
      return `${result.file}: ${result.outcome}, md5 ${result.md5}`;
    case 'restored':
      return `${result.file}: restored as mesh ${result.id}, md5 ${result.md5}`;
    default:
      return `${result.file}: ${result.outcome}: ${result.reason}`;
  }
}

/** Whether a file needs somebody's attention: what only waits does not. */
export function needsAttention({ outcome }: ImportResult): boolean {
  return outcome === 'refused' || outcome === 'failed';
}
