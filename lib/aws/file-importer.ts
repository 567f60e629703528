import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { transientFailureNamed } from '../jobs/transient-failures.ts';
import type { ImportChart, ImportedChart } from '../meshes/import/import-chart.ts';
import { type FileToImport, ImportEndedAbruptly, type ImportedFile } from '../meshes/import/import-file.ts';
import { MeshRefused } from '../meshes/mesh-refused.ts';

/** What the function answers that imports a file: the outcome, or why the file is refused. */
export type FileAnswer = ImportedFile | ImportedChart | { readonly refused: readonly string[] };

/** Lambda's report of a function that failed; of one that was ended, some reports have no type. */
interface Report {
  readonly errorType?: string;
  readonly errorMessage: string;
}

/** Has a file imported by a function with memory and time of its own: one that ends it abruptly ends nothing else. */
export class FileImporter {
  private readonly client: LambdaClient;
  private readonly functionName: string;

  constructor(client: LambdaClient, functionName: string) {
    this.client = client;
    this.functionName = functionName;
  }

  /** @throws MeshRefused, ImportEndedAbruptly, or an error with the name that the function reports */
  readonly import = (file: FileToImport) => this.invoke<ImportedFile>(file, file.key);

  /** @throws the same */
  readonly importChart: ImportChart = (key) => this.invoke<ImportedChart>({ chart: key }, key);

  private async invoke<Imported extends object>(event: object, key: string): Promise<Imported> {
    const Payload = JSON.stringify(event);
    const answer = await this.client.send(new InvokeCommand({ FunctionName: this.functionName, Payload }));
    const text = new TextDecoder().decode(answer.Payload);
    if (answer.FunctionError) throw errorOf(JSON.parse(text), key);
    const imported = JSON.parse(text) as Imported | Extract<FileAnswer, { refused: unknown }>;
    if ('refused' in imported) throw new MeshRefused(imported.refused);
    return imported;
  }
}

function errorOf({ errorType, errorMessage }: Report, key: string): Error {
  const ended = errorType === undefined ? 'ended' : transientFailureNamed(errorType);
  if (ended === null || ended === 'throttled' || ended === 'unavailable') {
    return Object.assign(new Error(errorMessage), { name: errorType });
  }
  return new ImportEndedAbruptly(`the function that read ${key} ${ended}: ${errorMessage}`);
}
