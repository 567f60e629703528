import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** `npm start` with the sample, at free ports and with data of its own. */
export interface LocalProcess {
  readonly url: string;
  readonly process: ChildProcess;
  readonly end: () => Promise<void>;
}

/** @param context keys of the stack, for example `calculatorConcurrency=4` */
export async function startLocalProcess(context: readonly string[]): Promise<LocalProcess> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'polynya-load-'));
  // A limit that is never reached replaces the stage's throttle: this measures the service behind it.
  const keys = ['throttleRate=10000', 'throttleBurst=5000', ...context].flatMap((each) => ['-c', each]);
  const flags = ['--port', '0', '--aws-port', '0', '--data', dataFolder, ...keys];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/local.ts'), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('open ')) resolve(line.slice(5));
  });
  child.on('exit', () => reject(new Error('The service did not start.')));
  const end = async () => {
    if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit');
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { url: await promise, process: child, end };
}
