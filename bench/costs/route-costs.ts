/** What a route costs on AWS, computed from list prices, measured times and counts of calls, which tests count again. */

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
  /** CloudWatch, a month, without its free tier. */
  alarmMetric: 0.1,
  ownMetric: 0.3,
  dashboard: 3,
};

/** Memory that has one whole processor, MB. */
const WHOLE_PROCESSOR_MB = 1769;
/** Assumed duration of calls of DynamoDB and S3, and of StartExecution, seconds. */
const WAIT = { item: 0.005, object: 0.025, start: 0.03 };

/** Calls of AWS by one invocation of a function that has run before. */
export interface Calls {
  /** Pages of the index of similar routes, eventually consistent, read at the same time. */
  readonly Query?: number;
  readonly GetItem?: number;
  readonly PutItem?: number;
  readonly UpdateItem?: number;
  readonly StartExecution?: number;
  readonly 's3:GetObject'?: number;
  readonly 's3:PutObject'?: number;
}

interface Work {
  /** The handler. */
  readonly handlerId: string;
  /** Number of invocations for one new route. */
  readonly times: number;
  readonly memoryMb: number;
  /**
   * Processor time, measured by `npm run load -- --clients 2 --jobs 200 --poll 200`, seconds: of the function's own
   * thread, for the calculation also of V8's helper threads; the start of the functions is in it.
   */
  readonly processor: number;
  readonly calls: Calls;
}

/** The invocations for one new route: it is requested, polled three times, calculated and fetched. */
export const functions: Readonly<Record<string, Work>> = {
  'POST /api/route': {
    handlerId: 'routes/request',
    times: 1,
    memoryMb: 1024,
    processor: 0.0065,
    // which zones stand, at most once in 2 s; the number of the route, one write for up to 64; its claim and its record
    calls: { Query: 9, GetItem: 1, UpdateItem: 1, PutItem: 2, StartExecution: 1, 's3:GetObject': 1 },
  },
  'GET /api/job': {
    handlerId: 'jobs/get',
    times: 3,
    memoryMb: 512,
    processor: 0.002,
    calls: { GetItem: 1 },
  },
  calculation: {
    handlerId: 'jobs/calculate',
    times: 1,
    memoryMb: 1769,
    processor: 0.027,
    // of the mesh and of the job, which may have been cancelled; that it is STARTED, and SUCCESS
    calls: { GetItem: 2, UpdateItem: 2, 's3:PutObject': 1 },
  },
  'GET /api/route': {
    handlerId: 'routes/get',
    times: 1,
    memoryMb: 1024,
    processor: 0.0035,
    calls: { GetItem: 1, 's3:GetObject': 1 },
  },
};
const works = Object.values(functions);
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const callsOf = (name: keyof Calls) => sum(works.map(({ times, calls }) => times * (calls[name] ?? 0)));

const API_CALLS = 5;
export const STATE_TRANSITIONS = 3;
/**
 * Of a record's entries in indexes: two with the record, and that of the index `active` is removed with SUCCESS. An update
 * that changes nothing of an index costs nothing there.
 */
const INDEX_WRITES = 3;
/** Every item has at most 1 KB. The number of a route costs 1/64 and is left out. */
export const WRITE_UNITS = callsOf('PutItem') + callsOf('UpdateItem') - 1 + INDEX_WRITES;
/** A page is read eventually consistent, a record is not. */
const READ_UNITS = callsOf('Query') / 2 + callsOf('GetItem');
/** Written by the handlers and by Step Functions, measured on the local service and estimated; and by the gateway. */
const LOG_BYTES = 3_500 + 4_000 + API_CALLS * 450;
/** X-Ray records the first request of a second and five of a hundred others; a call is a trace, an execution another. */
const TRACES = (API_CALLS + 1) * 0.05;

/** One call after the other, but the pages, which are read at once. */
function waiting({ calls }: Work): number {
  const { Query = 0, GetItem = 0, PutItem = 0, UpdateItem = 0, StartExecution = 0 } = calls;
  const objects = (calls['s3:PutObject'] ?? 0) + (calls['s3:GetObject'] ?? 0);
  const items = Math.min(1, Query) + GetItem + PutItem + UpdateItem;
  return items * WAIT.item + objects * WAIT.object + StartExecution * WAIT.start;
}
const seconds = (work: Work) =>
  work.processor / Math.min(1, work.memoryMb / WHOLE_PROCESSOR_MB) + waiting(work);
const gbSeconds = (work: Work) => work.times * seconds(work) * (work.memoryMb / 1024);

const parts: Readonly<Record<string, number>> = {
  'Step Functions, Standard': STATE_TRANSITIONS * price.stateTransition,
  'API Gateway': API_CALLS * price.apiCall,
  DynamoDB: WRITE_UNITS * price.writeUnit + READ_UNITS * price.readUnit,
  S3: callsOf('s3:PutObject') * price.objectPut + callsOf('s3:GetObject') * price.objectGet,
  'logs and access logs': (LOG_BYTES / 1e9) * price.logGb,
  Lambda: sum(works.map((work) => work.times * price.lambdaCall + gbSeconds(work) * price.lambdaGbSecond)),
  'X-Ray': TRACES * price.trace,
};
const total = sum(Object.values(parts));
const millionths = (dollars: number) => (dollars * 1e6).toFixed(1);

const MONTH_HOURS = 730;
/** Metrics at which the alarms of a production stage look. */
export const ALARM_METRICS = 59;
/** Metrics that the service writes, one for each value of a dimension. Those without data cost less. */
export const OWN_METRICS = 23;
/** An import every ten minutes that finds nothing new: a second of its function, $ a month. */
const IMPORTS = 6 * MONTH_HOURS * (3008 / 1024) * price.lambdaGbSecond;
/** Of a production stage, $ a month. */
export const FIXED =
  ALARM_METRICS * price.alarmMetric + OWN_METRICS * price.ownMetric + price.dashboard + IMPORTS;
/**
 * The sweep runs every minute, at 1,536 MB. It takes a tenth of a second, or where it finds jobs that are not over
 * 30 s, because it looks again; a job is not over for about 5 s.
 */
function sweepOfAMonth(routesASecond: number): number {
  const findsJobs = 1 - Math.exp(-routesASecond * 5);
  const runs = MONTH_HOURS * 60;
  const run = 1.5 * (0.1 + 30 * findsJobs) * price.lambdaGbSecond;
  return runs * (price.lambdaCall + run + 16 * 0.5 * price.readUnit);
}

/** At most three digits, and none after the point from 10 on. */
function rounded(value: number): string {
  if (value < 0.005) return '0';
  if (value < 10) return String(Number(value.toFixed(value < 0.1 ? 2 : 1)));
  return Number(value.toPrecision(Math.max(2, Math.min(3, Math.ceil(Math.log10(value)))))).toLocaleString(
    'en',
  );
}

/** A table of docs/scaling.md: its head and its rows. */
export interface DocTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const times: DocTable = {
  head: ['function', 'memory, MB', 'processor time, ms', 'time on Lambda, s', 'GB seconds'],
  rows: Object.entries(functions).map(([name, work]) => [
    name,
    work.memoryMb.toLocaleString('en'),
    String(work.processor * 1000),
    seconds(work).toFixed(3),
    gbSeconds(work).toFixed(3),
  ]),
};

export const costs: DocTable = {
  head: ['service', '$ for a million routes'],
  rows: [
    ...Object.entries(parts).map(([name, each]) => [name, millionths(each)]),
    ['**total**', `**${millionths(total)}**`],
    // the calculation itself, and a poll that is held open meanwhile
    [
      'for each additional second of calculation, with a poll held open',
      millionths(((1769 + 512) / 1024) * price.lambdaGbSecond),
    ],
  ],
};

export const rates: DocTable = {
  head: [
    'new routes',
    'API calls a second',
    'functions at once',
    'starts a second',
    'write units a second',
    '$ a month',
  ],
  rows: [10, 1000, 100_000, 3_600_000].map((anHour) => {
    const rate = anHour / 3600;
    const atOnce = rate * sum(works.map((work) => work.times * seconds(work)));
    const aMonth = total * anHour * MONTH_HOURS + FIXED + sweepOfAMonth(rate);
    const name = anHour === 3_600_000 ? '1,000 a second' : `${anHour.toLocaleString('en')} an hour`;
    return [name, ...[rate * API_CALLS, atOnce, rate, rate * WRITE_UNITS, aMonth].map(rounded)];
  }),
};

/** Instead of Standard executions, $ for a million routes. */
export const alternatives = {
  expressBehindQueue: millionths(
    price.expressCall +
      seconds(functions.calculation!) * 0.0625 * price.expressGbSecond +
      3 * price.queueCall,
  ),
  queueBefore: millionths(STATE_TRANSITIONS * price.stateTransition + 3 * price.queueCall),
};

/** A row of a table as a line of Markdown. */
export const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
