/**
 * The index `active` of the requests table: the jobs that are not over, by shard and time of request. A job begins in
 * one of the shards that wait; once the sweep knows that its execution was started, it is in one that is watched.
 */
import { type DynamoDBDocumentClient, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Job } from '../jobs/job.ts';
import { routeIdOf } from '../jobs/job-id.ts';
import type { ActiveJob, ActiveJobs } from '../jobs/sweep.ts';
import { batchGet } from './batch-get.ts';
import { ifConditionHolds } from './conditional-write.ts';
import { ACTIVE_SHARDS, activeShard, type RequestItem, routeKey, toJob } from './request-item.ts';

const PAGE = 1000;
const shards = (kind: 'waiting' | 'watched') =>
  Array.from({ length: ACTIVE_SHARDS }, (_, i) => activeShard(i, kind));

export class ActiveJobsIndex implements ActiveJobs {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  /** The shards merged: of the first of each, always the oldest. */
  async *waiting(): AsyncIterable<ActiveJob> {
    const heads = await Promise.all(
      shards('waiting').map(async (shard) => {
        const jobs = this.inShard(shard);
        return { jobs, next: await jobs.next() };
      }),
    );
    for (;;) {
      const left = heads.filter(({ next }) => !next.done);
      if (left.length === 0) return;
      const oldest = left.reduce((a, b) => (a.next.value!.requestedAt <= b.next.value!.requestedAt ? a : b));
      yield oldest.next.value!;
      oldest.next = await oldest.jobs.next();
    }
  }

  async watched(max: number): Promise<ActiveJob[]> {
    const pages = await Promise.all(
      shards('watched').map(async (shard) => {
        const found: ActiveJob[] = [];
        for await (const job of this.inShard(shard, false)) {
          if (found.push(job) >= max / ACTIVE_SHARDS) break;
        }
        return found;
      }),
    );
    return pages.flat();
  }

  async watch(jobId: string): Promise<void> {
    const routeId = routeIdOf(jobId)!;
    const update = new UpdateCommand({
      TableName: this.table,
      Key: { pk: routeKey(routeId) },
      UpdateExpression: 'SET activeShard = :watched',
      ConditionExpression: 'id = :id AND attribute_exists(activeShard)',
      ExpressionAttributeValues: { ':id': jobId, ':watched': activeShard(routeId, 'watched') },
    });
    await ifConditionHolds(this.client.send(update));
  }

  async records(jobIds: readonly string[]): Promise<Job[]> {
    const keys = jobIds.map((id) => ({ pk: routeKey(routeIdOf(id)!) }));
    const items = await batchGet(this.client, this.table, keys);
    return (items as unknown as RequestItem[]).map(toJob);
  }

  private async *inShard(shard: number, oldestFirst = true): AsyncGenerator<ActiveJob, undefined> {
    const pages = paginateQuery(
      { client: this.client, pageSize: PAGE },
      {
        TableName: this.table,
        IndexName: 'active',
        KeyConditionExpression: 'activeShard = :shard',
        ExpressionAttributeValues: { ':shard': shard },
        ScanIndexForward: oldestFirst,
      },
    );
    for await (const { Items = [] } of pages) yield* Items as RequestItem[];
  }
}
