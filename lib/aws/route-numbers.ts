/**
 * Route numbers: positive integers, each given out once. One counter item takes about a thousand writes a second, so a
 * process leases blocks of numbers and gives them out itself. Blocks double while they are used up quickly and are
 * dropped when they are not: a quiet service counts 1, 2, 3, and newer routes have larger numbers but for a few seconds.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { addToCounter, readCounter } from './counter.ts';

const COUNTER_KEY = { pk: 'counter#route' };
const MAX_BLOCK = 64;
const LEASE_MS = 5_000;

interface Lease {
  next: number;
  readonly last: number;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

export class RouteNumbers {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly now: () => Date;
  private lease: Lease | null = null;
  /** Callers take their turns, so that one lease serves them all. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(client: DynamoDBDocumentClient, table: string, now: () => Date) {
    this.client = client;
    this.table = table;
    this.now = now;
  }

  next(): Promise<number> {
    const number = this.turn.then(() => this.take());
    this.turn = number.catch(() => {});
    return number;
  }

  /** The largest number that any process has leased; 0 if none has. */
  last(): Promise<number> {
    return readCounter(this.client, this.table, COUNTER_KEY);
  }

  private async take(): Promise<number> {
    let lease = this.lease;
    if (!lease || lease.next > lease.last || this.now().getTime() >= lease.endsAt) {
      lease = await this.renew(lease);
    }
    return lease.next++;
  }

  private async renew(old: Lease | null): Promise<Lease> {
    const now = this.now().getTime();
    const size = old && now < old.endsAt ? Math.min(2 * old.size, MAX_BLOCK) : 1;
    const last = await addToCounter(this.client, this.table, COUNTER_KEY, size);
    this.lease = { next: last - size + 1, last, size, endsAt: now + LEASE_MS };
    return this.lease;
  }
}
