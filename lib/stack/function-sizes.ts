import { Duration, Size } from 'aws-cdk-lib';
import type { FunctionOptions } from 'aws-cdk-lib/aws-lambda';
import type { Config } from './config.ts';
import { NODE_OPTIONS } from './handler-function.ts';
import { calculationTimeout } from './workflow.ts';

/** Answers of one kind that are made at once in production, where each may keep a processor busy while a client waits. */
const ANSWERS_AT_ONCE = 20;

/** Lambda keeps an event for so long. */
const MOST_EVENT_MINUTES = 6 * 60;

/** Memory and time of functions for which the default settings are not suitable. */
export function sizes(config: Config): Record<string, FunctionOptions> {
  const untilNextRun = Duration.minutes(Math.min(config.importIntervalMinutes, MOST_EVENT_MINUTES));
  const untilGatewayGivesUp = Duration.seconds(29);
  const busy = {
    timeout: untilGatewayGivesUp,
    ...(config.stage === 'production' && { reservedConcurrentExecutions: ANSWERS_AT_ONCE }),
  };
  return {
    'routes/request': { memorySize: 1024, timeout: untilGatewayGivesUp },
    'charts/write': { memorySize: 3008, ...busy }, // it reads charts
    'charts/read': { memorySize: 1024 },
    'meshes/get': { memorySize: 3008, ...busy },
    'meshes/compiled': { memorySize: 3008, ...busy }, // compiles lost files again
    'routes/reach': { memorySize: config.calculatorMemoryMb, ...busy },
    'routes/matrix': { memorySize: config.calculatorMemoryMb, ...busy },
    'routes/evaluate': { memorySize: config.calculatorMemoryMb, ...busy },
    'jobs/get': { timeout: untilGatewayGivesUp }, // it waits for the job
    'routes/get': { memorySize: 1024, timeout: untilGatewayGivesUp },
    'jobs/calculate': {
      memorySize: config.calculatorMemoryMb,
      timeout: calculationTimeout,
      ...(config.calculatorConcurrency > 0 && { reservedConcurrentExecutions: config.calculatorConcurrency }),
    },
    'batches/read': { memorySize: 1024, timeout: untilGatewayGivesUp }, // it waits for a batch, and signs many links
    'batches/write': { memorySize: 1024, timeout: untilGatewayGivesUp },
    'batches/expand': {
      memorySize: 1769,
      timeout: calculationTimeout,
      ephemeralStorageSize: Size.gibibytes(4), // the lines of an upload of a gigabyte, each with its meshes
      // a million lines leave little but garbage: without a bound of the young generation it takes twice the memory
      environment: { NODE_OPTIONS: `${NODE_OPTIONS} --max-semi-space-size=4` },
    },
    'batches/calculate': {
      memorySize: config.calculatorMemoryMb,
      timeout: calculationTimeout,
      ...(config.batchReservedConcurrency > 0 && {
        reservedConcurrentExecutions: config.batchReservedConcurrency,
      }),
    },
    'batches/price': { memorySize: config.calculatorMemoryMb, timeout: calculationTimeout },
    'batches/publish': { memorySize: 1769, timeout: calculationTimeout },
    'batches/settle': { maxEventAge: Duration.minutes(10) },
    'watches/check': { memorySize: config.calculatorMemoryMb, timeout: calculationTimeout },
    // it waits for its route; the next run is the retry
    canary: { timeout: Duration.minutes(3), maxEventAge: Duration.minutes(5), retryAttempts: 0 },
    'jobs/settle': { maxEventAge: Duration.minutes(10) }, // by then a sweep has settled the job
    // Most of a core keeps up with all that StartExecution allows. The next run is the retry.
    'jobs/sweep': {
      memorySize: 1536,
      timeout: Duration.minutes(1),
      maxEventAge: Duration.minutes(1),
      retryAttempts: 0,
    },
    'meshes/import-file': {
      memorySize: 3008, // for meshes of millions of cells; new AWS accounts allow no more
      timeout: Duration.minutes(5),
    },
    'meshes/import': {
      memorySize: 3008, // it reads files that are inserted by hand, and compiles meshes again
      maxEventAge: untilNextRun,
      // one run at a time; a new account, of ten functions at once, has none to reserve
      ...(config.stage === 'production' && { reservedConcurrentExecutions: 1 }),
      timeout: Duration.minutes(15),
      retryAttempts: 0, // the next run is the retry
    },
  };
}
