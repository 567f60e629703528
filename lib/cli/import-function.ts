import { InvokeCommand, LambdaClient, TooManyRequestsException } from '@aws-sdk/client-lambda';
import type { GeoBounds } from '../meshes/geo-bounds.ts';
import type { ImportResult } from '../meshes/import/import-result.ts';
import type { ImportAnswer, ListAnswer, MeshCommand, RemoveAnswer } from '../meshes/import/mesh-commands.ts';
import { CommandFailed } from './run-command.ts';
import type { StackAccess } from './stack-outputs.ts';

/** An import may take as long as its Lambda can run. */
const REQUEST_TIMEOUT_MS = 15 * 60_000 + 10_000;

type Answer<C extends MeshCommand> = C extends { list: unknown }
  ? ListAnswer
  : C extends { remove: unknown }
    ? RemoveAnswer
    : ImportAnswer;

/** Runs the stack's import function and waits for its answer; `{}` imports the files in the drop folder. */
export async function invokeImport<C extends MeshCommand>(
  { importFunction, clientConfig }: StackAccess,
  command: C,
): Promise<Answer<C>> {
  const client = new LambdaClient({
    ...clientConfig,
    maxAttempts: 1,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS },
  });
  try {
    const { Payload, FunctionError } = await client.send(
      new InvokeCommand({ FunctionName: importFunction, Payload: JSON.stringify(command) }),
    );
    const answer = JSON.parse(Buffer.from(Payload ?? []).toString() || 'null');
    if (FunctionError) {
      throw new CommandFailed(`the import ended with ${answer?.errorType}: ${answer?.errorMessage}`);
    }
    return answer;
  } catch (error) {
    if (!(error instanceof TooManyRequestsException)) throw error;
    throw new CommandFailed('an import is running; try again when it is over, in at most 15 minutes');
  } finally {
    client.destroy();
  }
}

/** One line for one file. */
export function resultLine(result: ImportResult): string {
  const { file, outcome } = result;
  switch (outcome) {
    case 'inserted': {
      const { id, md5, created, bounds } = result;
      return `${file}: inserted as mesh ${id}, md5 ${md5}, created ${created}, ${boundsText(bounds)}`;
    }
    case 'already stored':
    case 'recompiled':
      return `${file}: ${outcome}, md5 ${result.md5}`;
    case 'chart stored':
      return `${file}: stored as the ice chart ${result.id}`;
    case 'restored':
      return `${file}: restored as mesh ${result.id}, md5 ${result.md5}`;
    case 'waiting':
    case 'refused':
      return `${file}: ${outcome}${result.known ? ' before, and unchanged' : ''}: ${result.reason}`;
    default:
      return `${file}: ${outcome}: ${result.reason}`;
  }
}

const boundsText = ({ latMin, latMax, lonMin, lonMax }: GeoBounds): string =>
  `latitudes ${latMin} to ${latMax}, longitudes ${lonMin} to ${lonMax}`;

/** Whether somebody must look at a file; a file that has not arrived yet needs no attention. */
export function needsAttention({ outcome }: ImportResult): boolean {
  return outcome === 'refused' || outcome === 'failed';
}
