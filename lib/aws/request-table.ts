/**
 * The requests table: one item per request, the record of its job and route, keyed by the route number. A job id
 * carries that number, so that either finds the item with one consistent read. Beside them lie the claims
 * (claim-table.ts) and the counter of route numbers (route-numbers.ts).
 *
 * Index `similar` finds routes by vehicle and by the cells of start and end, newest mesh first; failed and cancelled
 * ones are not in it. Index `active` has the jobs that are not over (active-jobs.ts).
 */
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { CalculatedRoute, Job, JobStatus, Transition } from '../jobs/job.ts';
import { routeIdOf } from '../jobs/job-id.ts';
import type { JobStore, NewJob } from '../jobs/job-store.ts';
import { predecessors } from '../jobs/transitions.ts';
import type { RecentPorts } from '../routes/recent-routes.ts';
import { MAX_ROUTE_TAGS } from '../routes/route.ts';
import type { ReusableRoute, RouteStore } from '../routes/route-store.ts';
import { batchGet } from './batch-get.ts';
import { ifConditionHolds } from './conditional-write.ts';
import {
  calculatedFields,
  meshOrder,
  type RequestItem,
  routeKey,
  toCalculatedItem,
  toItem,
  toJob,
} from './request-item.ts';
import { RouteNumbers } from './route-numbers.ts';

/** Gets one line per transition. */
export interface JobLog {
  info(message: string, fields: { job_id: string; status: JobStatus }): void;
}

/**
 * Entries that one query of `similar` reads at most, the newest: at most 4 KB, half a read unit, so that the nine queries
 * of a request cost 4.5. Where more routes than that lead from one cell to another, a similar one may be calculated again.
 */
const SIMILAR_LIMIT = 12;
/** Tags in one item at most, before those that are there twice are dropped. */
const MAX_STORED_TAGS = 4 * MAX_ROUTE_TAGS;

export class RequestTable implements JobStore, RouteStore, RecentPorts {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly log: JobLog;
  private readonly now: () => Date;
  private readonly numbers: RouteNumbers;

  constructor(client: DynamoDBDocumentClient, table: string, log: JobLog, now = () => new Date()) {
    this.client = client;
    this.table = table;
    this.log = log;
    this.now = now;
    this.numbers = new RouteNumbers(client, table, now);
  }

  nextRouteId(): Promise<number> {
    return this.numbers.next();
  }

  async find(jobId: string): Promise<Job | null> {
    const routeId = routeIdOf(jobId);
    const job = routeId === null ? null : await this.byRouteId(routeId);
    return job?.id === jobId ? job : null;
  }

  async byRouteId(routeId: number): Promise<Job | null> {
    const get = new GetCommand({
      TableName: this.table,
      Key: { pk: routeKey(routeId) },
      ConsistentRead: true,
    });
    const item = (await this.client.send(get)).Item as RequestItem | undefined;
    return item ? toJob(item) : null;
  }

  lastRouteId(): Promise<number> {
    return this.numbers.last();
  }

  async byRouteIds(first: number, last: number): Promise<Job[]> {
    const keys = Array.from({ length: last - first + 1 }, (_, i) => ({ pk: routeKey(first + i) }));
    const items = await batchGet(this.client, this.table, keys);
    return (items as unknown as RequestItem[]).map(toJob).sort((a, b) => b.routeId - a.routeId);
  }

  async create(job: NewJob): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.table,
      Item: toItem(job),
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    if ((await ifConditionHolds(this.client.send(put))) === null) return false;
    this.log.info('job transition', { job_id: job.id, status: 'PENDING' });
    return true;
  }

  async addCalculated(job: NewJob, route: CalculatedRoute): Promise<void> {
    const Item = toCalculatedItem(job, route);
    await this.client.send(new PutCommand({ TableName: this.table, Item }));
  }

  async transition(jobId: string, transition: Transition): Promise<Job | null> {
    const routeId = routeIdOf(jobId);
    if (routeId === null) return null;
    const from = transition.to === 'FAILURE' ? transition.from : undefined;
    const allowed = Object.fromEntries(
      (from ? [from] : predecessors(transition.to)).map((status, i) => [`:from${i}`, status]),
    );
    const { changes, removed } = changesOf(transition, routeId);
    const set = Object.keys(changes).map((name) => `#${name} = :${name}`);
    const update = new UpdateCommand({
      TableName: this.table,
      Key: { pk: routeKey(routeId) },
      UpdateExpression: [
        `SET #status = :to, #updatedAt = :now${set.map((each) => `, ${each}`).join('')}`,
        ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: `#id = :id AND #status IN (${Object.keys(allowed).join(', ')})`,
      ExpressionAttributeNames: Object.fromEntries(
        ['id', 'status', 'updatedAt', ...Object.keys(changes)].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: {
        ...allowed,
        ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`:${name}`, value])),
        ':id': jobId,
        ':to': transition.to,
        ':now': this.now().toISOString(),
      },
      ReturnValues: 'ALL_NEW',
    });
    const item = (await ifConditionHolds(this.client.send(update)))?.Attributes as RequestItem | undefined;
    if (!item) return null;
    this.log.info('job transition', { job_id: jobId, status: transition.to });
    return toJob(item);
  }

  async similar(reuseKeys: readonly string[], meshIds: readonly number[]): Promise<ReusableRoute[]> {
    const [oldest, newest] = [Math.min(...meshIds), Math.max(...meshIds)];
    const queries = reuseKeys.map((reuseKey) =>
      this.client.send(
        new QueryCommand({
          TableName: this.table,
          IndexName: 'similar',
          KeyConditionExpression: 'reuseKey = :key AND reuseOrder BETWEEN :oldest AND :newest',
          ExpressionAttributeValues: {
            ':key': reuseKey,
            ':oldest': meshOrder(oldest),
            ':newest': `${meshOrder(newest)}~`, // after every digit
          },
          ScanIndexForward: false,
          Limit: SIMILAR_LIMIT,
        }),
      ),
    );
    const pages = await Promise.all(queries);
    return pages.flatMap(({ Items = [] }) => (Items as RequestItem[]).map(toReusable));
  }

  async withdraw(jobId: string): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.table,
      Key: { pk: routeKey(routeIdOf(jobId)!) },
      UpdateExpression: 'REMOVE reuseKey',
      ConditionExpression: 'id = :id AND attribute_exists(reuseKey)',
      ExpressionAttributeValues: { ':id': jobId },
    });
    await ifConditionHolds(this.client.send(update));
  }

  /** Appends without reading first, so that no two additions can get in each other's way. */
  async addTags(jobId: string, tags: readonly string[]): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.table,
      Key: { pk: routeKey(routeIdOf(jobId)!) },
      UpdateExpression: 'SET tags = list_append(tags, :tags)',
      ConditionExpression: 'id = :id AND size(tags) < :most',
      ExpressionAttributeValues: { ':id': jobId, ':tags': tags, ':most': MAX_STORED_TAGS },
    });
    await ifConditionHolds(this.client.send(update));
  }
}

/** The attributes that a transition sets and removes, besides status and time. */
function changesOf(
  transition: Transition,
  routeId: number,
): { changes: Readonly<Record<string, unknown>>; removed: readonly (keyof RequestItem)[] } {
  switch (transition.to) {
    case 'STARTED':
    case 'RETRY':
      return { changes: {}, removed: [] };
    case 'SUCCESS': {
      return { changes: calculatedFields(transition.route, routeId), removed: ['activeShard'] };
    }
    case 'FAILURE':
      return { changes: { info: transition.info }, removed: ['activeShard', 'reuseKey'] };
    case 'REVOKED':
      return { changes: {}, removed: ['activeShard', 'reuseKey'] };
  }
}

const toReusable = ({ id, routeId, meshId, start, end }: RequestItem): ReusableRoute => ({
  jobId: id,
  routeId,
  meshId,
  start,
  end,
});
