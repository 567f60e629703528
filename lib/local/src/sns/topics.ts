import { randomUUID } from 'node:crypto';
import type { FunctionLogs } from '../logs.ts';
import type { ResolvedStack } from '../resolved-stack.ts';
import type { Queues } from '../sqs/queues.ts';
import { passes } from './filter-policy.ts';
import type { Message } from './message.ts';
import {
  checkTopicPolicies,
  readSubscriptions,
  readTopics,
  type Subscription,
  type Topic,
} from './topic-resources.ts';

/** Name of the log of mails; each topic has a log of its own name. */
const MAIL = 'mail';

/** The stack's topics. What is published is a line of its topic's log, and goes to the subscriptions that it passes. */
export class Topics {
  readonly #topics: readonly Topic[];
  readonly #subscriptions: readonly Subscription[];
  readonly #queues: Queues;
  readonly #logs: FunctionLogs;

  constructor(stack: ResolvedStack, queues: Queues, logs: FunctionLogs) {
    checkTopicPolicies(stack);
    this.#topics = readTopics(stack);
    this.#subscriptions = readSubscriptions(stack, this.#topics, queues);
    this.#queues = queues;
    this.#logs = logs;
  }

  all(): readonly Topic[] {
    return this.#topics;
  }

  find(arn: string): Topic | undefined {
    return this.#topics.find((each) => each.arn === arn);
  }

  subscriptions(): readonly Subscription[] {
    return this.#subscriptions;
  }

  /** Returns the id of the message. */
  publish(topic: Topic, message: Message): string {
    const [id, timestamp] = [randomUUID(), new Date().toISOString()];
    const receivers = this.#subscriptions.filter(
      ({ topicArn, filter }) => topicArn === topic.arn && passes(filter, message.attributes),
    );
    const to = receivers.map(({ protocol, endpoint }) => `${protocol}:${endpoint}`);
    this.#logs.write(topic.name, JSON.stringify({ timestamp, id, ...message, to }));
    for (const { protocol, endpoint } of receivers) {
      if (protocol === 'sqs') this.#queues.keep(endpoint, notification(topic, message, id, timestamp));
      else this.#logs.write(MAIL, JSON.stringify({ timestamp, ...mail(topic, message, endpoint) }));
    }
    return id;
  }
}

/** The mail that would be sent. */
const mail = ({ name, displayName = name }: Topic, { subject, text }: Message, to: string) => ({
  from: `${displayName} <no-reply@sns.amazonaws.com>`,
  to,
  subject: subject ?? 'AWS Notification Message',
  text,
});

/** The body of a message in a queue. */
function notification({ arn }: Topic, { subject, text, attributes }: Message, id: string, time: string) {
  const entries = Object.entries(attributes).map(([name, { type, value }]) => [
    name,
    { Type: type, Value: value },
  ]);
  return JSON.stringify({
    Type: 'Notification',
    MessageId: id,
    TopicArn: arn,
    Subject: subject,
    Message: text,
    Timestamp: time,
    ...(entries.length > 0 && { MessageAttributes: Object.fromEntries(entries) }),
  });
}
