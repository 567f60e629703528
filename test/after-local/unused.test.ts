import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

/** What no test on this machine can use, and why. One that is used, or that does not exist, fails the test. */
const acknowledged: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /: logs:(CreateLogStream|PutLogEvents) on /,
    'Lambda writes the log; here the runner does, without a role.',
  ],
  [/: xray:PutTraceSegments on /, 'Lambda and Step Functions send traces; there is no X-Ray here.'],
  [/: xray:PutTelemetryRecords on /, 'As for PutTraceSegments.'],
  [/StateMachine\w*: xray:GetSampling(Rules|Targets) on /, 'Step Functions asks X-Ray what to trace.'],
  [
    /StateMachine\w*: logs:(Create|Get|Update|Delete)LogDelivery on /,
    'Step Functions sets up its log when the stack is deployed.',
  ],
  [/StateMachine\w*: logs:ListLogDeliveries on /, 'As for CreateLogDelivery.'],
  [/StateMachine\w*: logs:(PutResourcePolicy|DescribeResourcePolicies) on /, 'As for CreateLogDelivery.'],
  [/StateMachine\w*: logs:DescribeLogGroups on /, 'As for CreateLogDelivery.'],
  [/JobsSettle\w*: sqs:SendMessage on /, 'Lambda sends an event that jobs/settle could not handle.'],
  [/BatchesSettle\w*: sqs:SendMessage on /, 'As for jobs/settle.'],
  [
    /Batches(Write|Expand)\w*: (dynamodb:Query on \S*by-created|s3:ListBucket on \S*meshbucket)/,
    'The catalogue of meshes is made from their records where it is missing; it is there.',
  ],
  [
    /Batches\w*: s3:GetObject on \S*(standing-zones|ice-charts)/,
    'No zone stands, and no ice chart is asked for, while batches are tried.',
  ],
  [
    /Batches(Calculate|Price)\w*: s3:(PutObject on \S*compiled|GetObject on \S*sources)/,
    'A compiled mesh that is lost is made again, as by jobs/calculate; none is lost while batches are tried.',
  ],
  [
    /BatchesPrice\w*: s3:\w+ on \S*(vehicle-meshes\/\*|meshbucket\w*)$/,
    'The study that is tried has no vehicle.',
  ],
  [
    /Batches\w*: s3:ListBucket on \S*batchbucket/,
    'A file of a batch that is gone is told from one that must not be read; none is gone.',
  ],
  [
    /JobsCalculate\w*: s3:ListBucket on \S*routebucket/,
    'A stored request that is gone is told from one that must not be read; none is gone here.',
  ],
  [
    /WatchesWrite\w*: s3:ListBucket on \S*routebucket/,
    'A route whose document is gone is told from one that must not be read; none is gone while voyages are watched.',
  ],
  [
    /WatchesCheck\w*: dynamodb:(GetItem on \S*Vehicles|Query on \S*by-created)/,
    'The voyages that are watched have no vehicle, and the catalogue of meshes is there.',
  ],
  [
    /WatchesCheck\w*: s3:(\w+Object on \S*(ice-charts|sources|standing-zones|vehicle-meshes|compiled)\/|ListBucket on )/,
    'A check reads what routes/request and jobs/calculate read, which are tried with all of it: here nothing is lost, and there are neither zones, charts nor vehicles.',
  ],
  [/: NODE_OPTIONS$/, 'Node.js reads it before the function is loaded.'],
];

test('every permission and every variable of the stack is used by a test of the whole stack', async () => {
  const folder = inject('unusedFolder');
  const files = await readdir(folder);
  if (files.length === 0) throw new Error('No test of the whole stack ran before: run all of npm test.');
  const unusedByService = await Promise.all(
    files.map(async (file): Promise<string[]> => JSON.parse(await readFile(join(folder, file), 'utf8'))),
  );
  const unused = unusedByService.reduce((left, each) => left.filter((name) => each.includes(name)));
  expect(unused.filter((each) => !acknowledged.some(([pattern]) => pattern.test(each)))).toEqual([]);
  expect(acknowledged.filter(([pattern]) => !unused.some((each) => pattern.test(each)))).toEqual([]);
});
