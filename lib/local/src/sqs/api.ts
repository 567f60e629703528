import { createHash } from 'node:crypto';
import { AwsError } from '../errors.ts';
import { authorise, type Principal } from '../iam/principals.ts';
import type { Queues } from './queues.ts';

type Input = Readonly<Record<string, unknown>>;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** The part of the SQS protocol that reads dead-letter queues and sends to queues. */
export function callQueues(
  queues: Queues,
  principal: Principal | undefined,
  operation: string,
  input: Input,
): object {
  if (operation === 'ListQueues') {
    authorise(principal, [{ action: 'sqs:ListQueues', resource: '*' }]);
    return { QueueUrls: queues.all().map(({ url }) => url) };
  }
  const queue = queues.find(String(input.QueueUrl ?? input.QueueName));
  if (!queue) {
    throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
  }
  const { arn, url } = queue;
  authorise(principal, [{ action: `sqs:${operation}`, resource: arn }]);
  switch (operation) {
    case 'GetQueueUrl':
      return { QueueUrl: url };
    case 'GetQueueAttributes': {
      const hidden = queue.messages.filter(({ visibleAt }) => visibleAt > Date.now()).length;
      return {
        Attributes: {
          QueueArn: arn,
          ApproximateNumberOfMessages: String(queue.messages.length - hidden),
          ApproximateNumberOfMessagesNotVisible: String(hidden),
        },
      };
    }
    case 'SendMessage': {
      const body = String(input.MessageBody);
      return { MessageId: queues.send(arn, body).id, MD5OfMessageBody: md5(body) };
    }
    case 'ReceiveMessage': {
      const messages = queues.receive(arn, Number(input.MaxNumberOfMessages ?? 1));
      return {
        Messages: messages.map(({ id, body, receives, sentAt }) => ({
          MessageId: id,
          ReceiptHandle: id,
          Body: body,
          MD5OfBody: md5(body),
          Attributes: { ApproximateReceiveCount: String(receives), SentTimestamp: String(sentAt) },
        })),
      };
    }
    case 'DeleteMessage':
      queues.remove(arn, String(input.ReceiptHandle));
      return {};
    case 'PurgeQueue':
      queues.clear(arn);
      return {};
    default:
      throw new AwsError('UnknownOperationException', `Local mode has no SQS operation ${operation}.`);
  }
}
