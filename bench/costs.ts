/**
 * What a route costs on AWS, computed from measured figures and list prices: the tables of docs/scaling.md.
 *
 *     node bench/costs.ts
 */
import { printTable } from './statistics.ts';

/** US East (N. Virginia), on demand, as published in November 2026, dollars. */
const price = {
  apiCall: 3.5e-6,
  lambdaCall: 0.2e-6,
  /** arm64. */
  lambdaGbSecond: 13.3334e-6,
  stateTransition: 25e-6,
  expressCall: 1e-6,
  expressGbSecond: 16.67e-6,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  objectPut: 5e-6,
  objectGet: 0.4e-6,
  logGb: 0.5,
  trace: 5e-6,
  queueCall: 0.4e-6,
};

/** Memory that has one whole processor, MB. */
const WHOLE_PROCESSOR_MB = 1769;
/** Assumed duration of one call of DynamoDB, of S3, and of StartExecution, seconds. */
const WAIT = { item: 0.005, object: 0.025, start: 0.03 };

interface Work {
  /** Number of invocations for one new route. */
  readonly times: number;
  readonly memoryMb: number;
  /**
   * Processor time, measured by `npm run load -- --clients 2 --jobs 200 --poll 200`, seconds: of the function's own
   * thread, for the calculation also of V8's helper threads; the start of the functions is in it.
   */
  readonly processor: number;
  /** Time spent waiting for AWS, seconds. */
  readonly waiting: number;
}

/** The invocations for one new route: it is requested, polled three times, calculated and fetched. */
const functions: Record<string, Work> = {
  'POST /api/route': { times: 1, memoryMb: 1024, processor: 0.0065, waiting: 5 * WAIT.item + WAIT.start },
  'GET /api/job': { times: 3, memoryMb: 512, processor: 0.002, waiting: WAIT.item },
  calculation: { times: 1, memoryMb: 1769, processor: 0.027, waiting: 4 * WAIT.item + WAIT.object },
  'GET /api/route': { times: 1, memoryMb: 1024, processor: 0.0035, waiting: WAIT.item + WAIT.object },
};
const API_CALLS = 5;
const STATE_TRANSITIONS = 3;
/**
 * Of items of at most 1 KB: claim 1, job 1, its entries in two indexes 2, STARTED 1, SUCCESS 1, its entry in the
 * index `active` removed 1. The number of the route costs 1/64; an update that changes nothing of an index costs nothing there.
 */
const WRITE_UNITS = 7;
/**
 * POST: 1 page of meshes, 9 pages of similar routes, eventually consistent; 3 polls, 3 reads of job and mesh.
 */
const READ_UNITS = 1 + 9 * 0.5 + 3 + 3;
/** Written by the handlers and by Step Functions, measured on the local service and estimated; and by the gateway. */
const LOG_BYTES = 3_500 + 4_000 + API_CALLS * 450;
/** X-Ray records the first request of a second and five of a hundred others; a call is a trace, an execution another. */
const TRACES = (API_CALLS + 1) * 0.05;

const seconds = ({ memoryMb, processor, waiting }: Work) =>
  processor / Math.min(1, memoryMb / WHOLE_PROCESSOR_MB) + waiting;
const gbSeconds = (work: Work) => work.times * seconds(work) * (work.memoryMb / 1024);
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

const works = Object.values(functions);
const parts: Record<string, number> = {
  'API Gateway': API_CALLS * price.apiCall,
  Lambda: sum(works.map((work) => work.times * price.lambdaCall + gbSeconds(work) * price.lambdaGbSecond)),
  'Step Functions, Standard': STATE_TRANSITIONS * price.stateTransition,
  DynamoDB: WRITE_UNITS * price.writeUnit + READ_UNITS * price.readUnit,
  S3: price.objectPut + 2 * price.objectGet,
  'logs and access logs': (LOG_BYTES / 1e9) * price.logGb,
  'X-Ray': TRACES * price.trace,
};
const total = sum(Object.values(parts));
const millionths = (dollars: number) => (dollars * 1e6).toFixed(1);

printTable(
  ['function', 'seconds', 'GB seconds'],
  Object.entries(functions).map(([name, work]) => [
    name,
    seconds(work).toFixed(3),
    gbSeconds(work).toFixed(3),
  ]),
);
printTable(
  ['service', '$ for a million routes'],
  [...Object.entries(parts), ['total', total] as const].map(([name, each]) => [name, millionths(each)]),
);
const MONTH_HOURS = 730;
/** Alarms, the dashboard and imports of a production stage, $ a month. */
const FIXED = 6;
/**
 * The sweep runs every minute, at 1,536 MB. It takes a tenth of a second, or where it finds jobs that are not over
 * 30 s, because it looks again; a job is not over for about 5 s.
 */
const sweepOfAMonth = (routesASecond: number): number => {
  const findsJobs = 1 - Math.exp(-routesASecond * 5);
  const seconds = 0.1 + 30 * findsJobs;
  const runs = MONTH_HOURS * 60;
  return runs * (price.lambdaCall + 1.5 * seconds * price.lambdaGbSecond + 16 * 0.5 * price.readUnit);
};
printTable(
  ['new routes', 'API calls/s', 'at once', 'starts/s', 'writes/s', '$ a month'],
  [10, 1000, 100_000, 3_600_000].map((anHour) => {
    const rate = anHour / 3600;
    const atOnce = rate * sum(works.map((work) => work.times * seconds(work)));
    return [
      anHour === 3_600_000 ? '1,000 a second' : `${anHour.toLocaleString('en')} an hour`,
      (rate * API_CALLS).toFixed(2),
      atOnce.toFixed(2),
      rate.toFixed(2),
      (rate * WRITE_UNITS).toFixed(1),
      Math.round(total * anHour * MONTH_HOURS + FIXED + sweepOfAMonth(rate)).toLocaleString('en'),
    ];
  }),
);
/** The calculation itself, and a poll that is held open meanwhile. */
const aSecondMore = (1769 / 1024 + functions['GET /api/job']!.memoryMb / 1024) * price.lambdaGbSecond;
const express = price.expressCall + seconds(functions.calculation!) * 0.0625 * price.expressGbSecond;
console.log(`\na second more of calculation: $${millionths(aSecondMore)} for a million routes`);
console.log(
  `Express instead of Standard: $${millionths(express)}; a queue before it: $${millionths(3 * price.queueCall)}`,
);
