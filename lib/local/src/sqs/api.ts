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
      const { MaxNumberOfMessages: most = 1, VisibilityTimeout, MessageAttributeNames: names } = input;
      const hidden = VisibilityTimeout === undefined ? undefined : Number(VisibilityTimeout);
      return {
        Messages: queues
          .receive(arn, Number(most), hidden)
          .map(({ id, body, receives, sentAt, errorMessage }) => ({
            MessageId: id,
            ReceiptHandle: id,
            Body: body,
            MD5OfBody: md5(body),
            Attributes: { ApproximateReceiveCount: String(receives), SentTimestamp: String(sentAt) },
            ...(names !== undefined &&
              errorMessage !== undefined && {
                MessageAttributes: { ErrorMessage: { DataType: 'String', StringValue: errorMessage } },
              }),
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
