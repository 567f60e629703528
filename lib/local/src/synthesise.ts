import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { LocalStackError } from './errors.ts';
import { readAssembly, type StackSource } from './template.ts';

export interface SynthesisOptions {
  /** The CDK app, a file that Node runs. */
  readonly app: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Where the assembly goes; whatever is there is deleted. */
  readonly outputFolder: string;
}

/** Runs a CDK app and reads the one stack that it makes. @throws LocalStackError with what the app says */
export async function synthesise({ app, context, outputFolder }: SynthesisOptions): Promise<StackSource> {
  await rm(outputFolder, { recursive: true, force: true });
  const child = spawn(process.execPath, [app], {
    env: {
      ...process.env,
      CDK_OUTDIR: outputFolder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_VALIDATION: 'false', // of every property against CloudFormation's schemas: seconds, for what isn't deployed
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new LocalStackError(said.trim() || `The synthesis ended with exit code ${code}.`);
  return readAssembly(outputFolder);
}
