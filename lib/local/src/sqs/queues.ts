import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder.ts';
import type { ResolvedStack } from '../resolved-stack.ts';

export interface Message {
  readonly id: string;
  readonly body: string;
  /** Why it is in a dead-letter queue. */
  readonly errorMessage?: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** Hidden from receivers until this time, epoch milliseconds. */
  readonly visibleAt: number;
  readonly receives: number;
}

interface Queue {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly file: string;
  readonly visibilityMs: number;
  messages: Message[];
}

const DEFAULT_VISIBILITY_SECONDS = 30;

/** The stack's queues, each in one file. They hold only the few events that no function could handle. */
export class Queues {
  readonly #queues: Queue[];

  private constructor(queues: Queue[]) {
    this.#queues = queues;
  }

  static async open(stack: ResolvedStack, data: DataFolder): Promise<Queues> {
    const queues = stack.ofType('AWS::SQS::Queue').map(async ({ identity, properties }): Promise<Queue> => {
      const { Arn, QueueName, QueueUrl } = identity.attributes as Record<string, string>;
      const file = join(data.folder('queues'), `${QueueName}.json`);
      return {
        name: QueueName!,
        arn: Arn!,
        url: QueueUrl!,
        file,
        visibilityMs: 1000 * Number(properties.VisibilityTimeout ?? DEFAULT_VISIBILITY_SECONDS),
        messages: (existsSync(file) && (await data.read<Message[]>(file))) || [],
      };
    });
    return new Queues(await Promise.all(queues));
  }

  all(): readonly Queue[] {
    return this.#queues;
  }

  /** By ARN, URL or name. */
  find(queue: string): Queue | undefined {
    const name = queue.split(/[/:]/).at(-1);
    return this.#queues.find((each) => each.name === name);
  }

  has(arn: string): boolean {
    return this.#queues.some((queue) => queue.arn === arn);
  }

  send(arn: string, body: string): Message {
    const message = messageOf(body);
    this.#change(arn, (messages) => [...messages, message]);
    return message;
  }

  /**
   * Keeps an event whose sender can't be told of a failure. If it cannot be stored, as on a full disk, it is stored with
   * the next change of the queue.
   */
  keep(arn: string, event: string, errorMessage?: string): void {
    const queue = this.find(arn)!;
    const messages = [...queue.messages, messageOf(event, errorMessage)];
    try {
      this.#change(arn, () => messages);
    } catch {
      queue.messages = messages;
    }
  }

  /** Keeps an event that a function failed to handle, if there is a queue for it. */
  drop(arn: string | undefined, event: string, errorMessage: string): void {
    if (arn !== undefined && this.has(arn)) this.keep(arn, event, errorMessage);
  }

  /** Returns visible messages, and hides them, by default for the queue's visibility timeout. */
  receive(arn: string, most: number, visibilitySeconds?: number): Message[] {
    const now = Date.now();
    const queue = this.find(arn)!;
    const { messages } = queue;
    const visibilityMs = visibilitySeconds === undefined ? queue.visibilityMs : 1000 * visibilitySeconds;
    const taken = messages
      .filter(({ visibleAt }) => visibleAt <= now)
      .slice(0, most)
      .map((each) => ({ ...each, visibleAt: now + visibilityMs, receives: each.receives + 1 }));
    const byId = new Map(taken.map((each) => [each.id, each]));
    if (taken.length > 0) this.#change(arn, (all) => all.map((each) => byId.get(each.id) ?? each));
    return taken;
  }

  remove(arn: string, id: string): void {
    this.#change(arn, (messages) => messages.filter((each) => each.id !== id));
  }

  clear(arn: string): void {
    this.#change(arn, () => []);
  }

  /** Nothing is changed if it cannot be stored. */
  #change(arn: string, change: (messages: Message[]) => Message[]): void {
    const queue = this.find(arn)!;
    const messages = change(queue.messages);
    writeFileSync(`${queue.file}.draft`, JSON.stringify(messages));
    renameSync(`${queue.file}.draft`, queue.file);
    queue.messages = messages;
  }
}

function messageOf(body: string, errorMessage?: string): Message {
  const now = Date.now();
  const why = errorMessage !== undefined && { errorMessage };
  return { id: randomUUID(), body, ...why, sentAt: now, visibleAt: now, receives: 0 };
}
