/** Claims on route requests, items of the jobs table whose keys can't be UUIDs. */
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ServiceBusy } from '../jobs/errors.ts';
import type { Submission } from '../jobs/job.ts';
import type { Claims } from '../routes/claims.ts';
import { ifConditionHolds } from './conditional-write.ts';

/** A claim need only last until the search for routes finds the job's; it must not outlive the job. */
const LIFETIME_SECONDS = 3600;
const TRIES = 3;

interface ClaimItem {
  id: string;
  job_id: string;
  submission: Submission;
  expires_at: number;
}

export class ClaimTable implements Claims {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  async claim(key: string, submission: Submission): Promise<Submission> {
    const item = toItem(key, submission);
    const put = new PutCommand({
      TableName: this.table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(id) OR expires_at < :now',
      ExpressionAttributeValues: { ':now': item.expires_at - LIFETIME_SECONDS },
    });
    for (let tries = 0; tries < TRIES; tries++) {
      if (await ifConditionHolds(this.client.send(put))) return submission;
      const holder = await this.holder(item.id);
      if (holder) return holder;
      // It expired, and was dropped, between the two.
    }
    throw new ServiceBusy('A claim can be neither made nor read.');
  }

  async takeOver(key: string, submission: Submission, fromJobId: string): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.table,
      Item: toItem(key, submission),
      ConditionExpression: 'job_id = :from',
      ExpressionAttributeValues: { ':from': fromJobId },
    });
    return (await ifConditionHolds(this.client.send(put))) !== null;
  }

  private async holder(id: string): Promise<Submission | null> {
    const get = new GetCommand({ TableName: this.table, Key: { id }, ConsistentRead: true });
    return ((await this.client.send(get)).Item as ClaimItem | undefined)?.submission ?? null;
  }
}

const toItem = (key: string, submission: Submission): ClaimItem => ({
  id: `claim#${key}`,
  job_id: submission.jobId,
  submission,
  expires_at: Math.floor(Date.parse(submission.requestedAt) / 1000) + LIFETIME_SECONDS,
});
