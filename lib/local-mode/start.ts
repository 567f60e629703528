import { join } from 'node:path';
import { type LocalStack, startLocalStack } from 'template-runner';
import { logLine, printable, requestLine } from './console-lines.ts';
import type { Options } from './options.ts';
import { requesterOf } from './requester-of.ts';
import { addForecast, makeForecastEarly } from './sample-forecast.ts';
import { addSample, makeSampleEarly } from './sample-meshes.ts';
import { readContext, synthesiseApp } from './synthesise-app.ts';

/** Raise this when stored records change their form: data of another form is set aside at the start. */
export const DATA_VERSION = '1';

/** Starts the service with its sample; each step that takes time is printed. @throws LocalStackError */
export async function start(options: Options): Promise<LocalStack> {
  const context = await readContext({ stage: options.stage, ...options.context });
  return startLocalStack({
    apiPort: options.port,
    awsPort: options.awsPort,
    host: options.host,
    awsHost: options.awsHost,
    pages:
      context.allowedOrigins === undefined
        ? 'local'
        : [context.allowedOrigins].flat().flatMap((origins) => String(origins).split(',')),
    requesterOf,
    dataFolder: options.data,
    dataVersion: DATA_VERSION,
    fresh: options.fresh,
    source: (folder) =>
      synthesiseApp(context, join(folder, 'assembly', String(context.stage)), {
        onSynthesis: () =>
          console.log('Synthesising the stack and bundling its functions (first start, or changed since).'),
        onProgress: (line, seconds) => {
          console.log(`${seconds} s: ${line}`);
          if (line !== 'synthesising the template') return;
          // leaves a processor free
          makeSampleEarly(options.data);
          makeForecastEarly(options.data, new Date());
        },
      }),
    prepare: async (stack) => {
      const onStep = (step: string) => console.log(step);
      await addSample(stack, options.data, onStep);
      await addForecast(stack, options.data, new Date(), onStep);
    },
    onRequest: (request) => console.log(requestLine(request)),
    onLine: (functionName, line) => {
      const printed = logLine(functionName, line);
      if (printed) console.log(printed);
    },
    onNotice: (sentence) => console.log(printable(sentence)),
  });
}
