import { logger } from './logger.ts';

/** A call of AWS that takes longer, its retries included, is told, ms. */
const SLOW_MS = 1_000;

/** The part of an SDK's client that is needed here, whichever service it is for. */
interface Client {
  // biome-ignore lint/suspicious/noExplicitAny: the types of a middleware differ by service
  readonly middlewareStack: { add(middleware: any, options: { readonly step: 'initialize' }): void };
}

interface Context {
  readonly clientName?: string;
  readonly commandName?: string;
}

/** Writes a warning for each slow call of a client, so that the log of a slow answer says what it waited for. */
export function tellSlowCalls<C extends Client>(client: C, now = () => performance.now()): C {
  const middleware =
    (next: (args: unknown) => Promise<unknown>, context: Context) => async (args: unknown) => {
      const begun = now();
      try {
        return await next(args);
      } finally {
        const milliseconds = Math.round(now() - begun);
        const { clientName: client, commandName: command } = context;
        if (milliseconds > SLOW_MS) logger.warn('slow call', { client, command, milliseconds });
      }
    };
  client.middlewareStack.add(middleware, { step: 'initialize' });
  return client;
}
