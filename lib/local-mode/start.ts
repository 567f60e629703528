import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalStack, startLocalStack, synthesise } from 'template-runner';
import { logLine, printable, requestLine } from './console-lines.ts';
import type { Options } from './options.ts';

/** Raise this when stored records change their form: data of another form is set aside at the start. */
const DATA_VERSION = '1';

const root = join(import.meta.dirname, '../..');

/** What the synthesised template and its bundles are made from. */
const INPUTS = [
  'bin/app.ts',
  'lambdas',
  'lib',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json', // what is installed
  'tsconfig.json',
];
/** Neither the app nor the handlers may import these (see test/architecture.test.ts). */
const NOT_INPUTS = ['lib/local', 'lib/local-mode'];

/** Configuration: of `cdk.json`, and over it what the command line says. */
async function readContext({ stage, context }: Options): Promise<Record<string, unknown>> {
  const file = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8'));
  return { ...file.context, stage, ...context };
}

/** Starts the service; each step that takes time is printed. @throws LocalStackError */
export async function start(options: Options): Promise<LocalStack> {
  const context = await readContext(options);
  const path = (name: string) => join(root, name);
  return startLocalStack({
    apiPort: options.port,
    awsPort: options.awsPort,
    host: options.host,
    awsHost: options.awsHost,
    admitLocalPages: context.allowedOrigins === undefined,
    dataFolder: options.data,
    dataVersion: DATA_VERSION,
    fresh: options.fresh,
    source: (folder) =>
      synthesise({
        app: path('bin/app.ts'),
        context,
        outputFolder: join(folder, 'assembly', String(context.stage)),
        inputs: INPUTS.map(path),
        except: NOT_INPUTS.map(path),
        onSynthesis: () =>
          console.log('Synthesising the stack and bundling its functions (first start, or changed since).'),
      }),
    onRequest: (request) => console.log(requestLine(request)),
    onLine: (functionName, line) => {
      const printed = logLine(functionName, line);
      if (printed) console.log(printed);
    },
    onNotice: (sentence) => console.log(printable(sentence)),
  });
}
