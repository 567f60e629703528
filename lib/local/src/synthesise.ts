import { spawn } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isStamped, keyOf, stamp } from './assembly-stamp.ts';
import { LocalStackError } from './errors.ts';
import { readAssembly, type StackSource } from './template.ts';

export interface SynthesisOptions {
  /** The CDK app: a file for Node to run. */
  readonly app: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Where the assembly is written; existing content is replaced, unless it is used again. */
  readonly outputFolder: string;
  /**
   * Files and folders that the assembly depends on: the app's sources and its lock file. If given, an
   * assembly in `outputFolder` is used again when it was made from the same content, context and Node
   * version.
   */
  readonly inputs?: readonly string[];
  /** Paths below `inputs` that the assembly does not depend on. */
  readonly except?: readonly string[];
  /** Environment of the app besides this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called before the app runs, which takes seconds; not called if the assembly is used again. */
  readonly onSynthesis?: () => void;
  /** Called every second while the app runs, and with each line that it writes to its standard output; with the last one. */
  readonly onProgress?: (line: string, seconds: number) => void;
}

/** Runs a CDK app and reads its only stack. @throws LocalStackError with the app's output */
export async function synthesise(options: SynthesisOptions): Promise<StackSource> {
  const { context, outputFolder, inputs, except } = options;
  const key = inputs && (await keyOf(inputs, except ?? [], context));
  if (key && (await isStamped(outputFolder, key))) return readAssembly(outputFolder);
  options.onSynthesis?.();
  const draft = `${outputFolder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await runApp({ ...options, outputFolder: draft });
  // If sources changed while the app ran, its result is used now and made again at the next start.
  if (key && key === (await keyOf(inputs, except ?? [], context))) await stamp(draft, key);
  await rm(outputFolder, { recursive: true, force: true });
  await rename(draft, outputFolder);
  return readAssembly(outputFolder);
}

async function runApp({
  app,
  context,
  outputFolder,
  environment,
  onProgress,
}: SynthesisOptions): Promise<void> {
  const child = spawn(process.execPath, [app], {
    env: {
      ...process.env,
      ...environment,
      CDK_OUTDIR: outputFolder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_VALIDATION: 'false', // skips a slow check against CloudFormation's schemas
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const begun = performance.now();
  let line = 'loading the app';
  const tell = () => onProgress?.(line, Math.round((performance.now() - begun) / 1000));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    line = chunk.trim().split('\n').at(-1) || line;
    tell();
  });
  const timer = setInterval(tell, 1000);
  try {
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [said, code] = await Promise.all([text(child.stderr), ended]);
    if (code !== 0) throw new LocalStackError(said.trim() || `The synthesis ended with exit code ${code}.`);
  } finally {
    clearInterval(timer);
  }
}
