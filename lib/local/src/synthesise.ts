import { spawn } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isStamped, keyOf, stamp } from './assembly-stamp.ts';
import { LocalStackError } from './errors.ts';
import { readAssembly, type StackSource } from './template.ts';

export interface SynthesisOptions {
  /** The CDK app, a file that Node runs. */
  readonly app: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Where the assembly goes; what is there is replaced, unless it is used again. */
  readonly outputFolder: string;
  /**
   * Files and folders that the assembly depends on: the app's sources and its lock file. Where they are given, an
   * assembly in `outputFolder` that was made from the same content, context and version of Node is used again.
   */
  readonly inputs?: readonly string[];
  /** Paths below `inputs` that the assembly does not depend on. */
  readonly except?: readonly string[];
  /** Called before the app runs, which takes seconds; not called where the assembly is used again. */
  readonly onSynthesis?: () => void;
}

/** Runs a CDK app and reads the one stack that it makes. @throws LocalStackError with what the app says */
export async function synthesise(options: SynthesisOptions): Promise<StackSource> {
  const { context, outputFolder, inputs, except } = options;
  const key = inputs && (await keyOf(inputs, except ?? [], context));
  if (key && (await isStamped(outputFolder, key))) return readAssembly(outputFolder);
  options.onSynthesis?.();
  const draft = `${outputFolder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await runApp({ ...options, outputFolder: draft });
  // Sources that changed while the app ran: what it made is used now, and made again at the next start.
  if (key && key === (await keyOf(inputs, except ?? [], context))) await stamp(draft, key);
  await rm(outputFolder, { recursive: true, force: true });
  await rename(draft, outputFolder);
  return readAssembly(outputFolder);
}

async function runApp({ app, context, outputFolder }: SynthesisOptions): Promise<void> {
  const child = spawn(process.execPath, [app], {
    env: {
      ...process.env,
      CDK_OUTDIR: outputFolder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_VALIDATION: 'false', // skips the check of every property against CloudFormation's schemas: seconds
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new LocalStackError(said.trim() || `The synthesis ended with exit code ${code}.`);
}
