/** Jobs in DynamoDB, keyed by their UUID. The status of this item alone decides what became of a route. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { ServiceBusy } from '../jobs/errors.ts';
import type { FailureInfo, Job, JobStatus, LaterStatus, Submission } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { predecessors } from '../jobs/transitions.ts';
import type { JobStatuses } from '../routes/find-route.ts';
import { ifConditionHolds } from './conditional-write.ts';

/** Gets one line per transition. */
export interface JobLog {
  info(message: string, fields: { job_id: string; status: JobStatus }): void;
}

interface JobItem {
  id: string;
  status: JobStatus;
  /** Of the last transition, ISO 8601. */
  updated: string;
  submission: Submission;
  info?: FailureInfo;
  /** Epoch seconds, when DynamoDB may drop the item. */
  expires_at: number;
}

/** Keys in one BatchGetItem at most. */
const BATCH_KEYS = 100;
const BATCH_TRIES = 5;
const FIRST_WAIT_MS = 50;

export class JobTable implements JobStore, JobStatuses {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly log: JobLog;

  constructor(client: DynamoDBDocumentClient, table: string, log: JobLog) {
    this.client = client;
    this.table = table;
    this.log = log;
  }

  async find(jobId: string): Promise<Job | null> {
    const get = new GetCommand({ TableName: this.table, Key: { id: jobId }, ConsistentRead: true });
    const item = (await this.client.send(get)).Item as JobItem | undefined;
    return item ? toJob(item) : null;
  }

  async create(submission: Submission): Promise<void> {
    const item: JobItem = {
      id: submission.jobId,
      status: 'PENDING',
      updated: submission.requestedAt,
      submission,
      expires_at: submission.expiresAt,
    };
    const put = new PutCommand({
      TableName: this.table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(id)',
    });
    if (await ifConditionHolds(this.client.send(put))) this.logStatus(item);
  }

  async transition(jobId: string, to: LaterStatus, info?: FailureInfo): Promise<Job | null> {
    const from = Object.fromEntries(predecessors(to).map((status, i) => [`:from${i}`, status]));
    const update = new UpdateCommand({
      TableName: this.table,
      Key: { id: jobId },
      UpdateExpression: `SET #status = :to, updated = :now${info ? ', info = :info' : ''}`,
      ConditionExpression: `#status IN (${Object.keys(from).join(', ')})`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ...from, ':to': to, ':now': new Date().toISOString(), ':info': info },
      ReturnValues: 'ALL_NEW',
    });
    const item = (await ifConditionHolds(this.client.send(update)))?.Attributes as JobItem | undefined;
    if (!item) return null;
    this.logStatus(item);
    return toJob(item);
  }

  async claimAttention(jobId: string, now: Date, intervalMs: number): Promise<boolean> {
    const update = new UpdateCommand({
      TableName: this.table,
      Key: { id: jobId },
      UpdateExpression: 'SET attended = :now',
      ConditionExpression: 'attribute_exists(id) AND (attribute_not_exists(attended) OR attended <= :before)',
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':before': new Date(now.getTime() - intervalMs).toISOString(),
      },
    });
    return (await ifConditionHolds(this.client.send(update))) !== null;
  }

  async statusesOf(jobIds: readonly string[]): Promise<Map<string, JobStatus>> {
    const statuses = new Map<string, JobStatus>();
    for (let i = 0; i < jobIds.length; i += BATCH_KEYS) {
      const keys = jobIds.slice(i, i + BATCH_KEYS).map((id) => ({ id }));
      for (const { id, status } of await this.batchGet(keys)) statuses.set(id, status);
    }
    return statuses;
  }

  /** A busy table leaves keys unprocessed: they are asked for again, ever more slowly. */
  private async batchGet(keys: { id: string }[]): Promise<Pick<JobItem, 'id' | 'status'>[]> {
    const items: Pick<JobItem, 'id' | 'status'>[] = [];
    let request: BatchGetCommandInput['RequestItems'] = {
      [this.table]: {
        Keys: keys,
        ConsistentRead: true,
        ProjectionExpression: 'id, #status',
        ExpressionAttributeNames: { '#status': 'status' },
      },
    };
    for (let tries = 0; tries < BATCH_TRIES; tries++) {
      if (tries > 0) await delay(FIRST_WAIT_MS * 2 ** (tries - 1));
      const output: BatchGetCommandOutput = await this.client.send(
        new BatchGetCommand({ RequestItems: request }),
      );
      items.push(...((output.Responses?.[this.table] ?? []) as JobItem[]));
      request = output.UnprocessedKeys;
      if (!request?.[this.table]?.Keys?.length) return items;
    }
    throw new ServiceBusy('The table of jobs left keys unprocessed.');
  }

  private logStatus({ id, status }: JobItem): void {
    this.log.info('job transition', { job_id: id, status });
  }
}

const toJob = ({ status, updated, submission, info }: JobItem): Job => ({
  submission,
  status,
  updated,
  info: info ?? null,
});
