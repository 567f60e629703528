import { AwsError } from '../errors.ts';
import { denial, missingPermission, type Principal } from '../iam/principals.ts';
import { ACCOUNT } from '../identities.ts';
import { writeXml, type XmlElement } from '../xml.ts';
import { readMessage } from './message.ts';
import type { Subscription } from './topic-resources.ts';
import type { Topics } from './topics.ts';

/** The part of the SNS protocol that publishes, and says what there is. */
export function callTopics(
  topics: Topics,
  principal: Principal | undefined,
  parameters: URLSearchParams,
): string {
  const action = parameters.get('Action') ?? '';
  return writeXml(
    `${action}Response`,
    { [`${action}Result`]: resultOf(topics, principal, action, parameters) },
    'http://sns.amazonaws.com/doc/2010-03-31/',
  );
}

function resultOf(
  topics: Topics,
  principal: Principal | undefined,
  action: string,
  parameters: URLSearchParams,
): XmlElement {
  const arn = parameters.get('TopicArn') ?? '';
  switch (action) {
    case 'Publish': {
      authorise(principal, action, arn);
      return { MessageId: topics.publish(existing(topics, arn), readMessage(parameters)) };
    }
    case 'ListTopics':
      authorise(principal, action, '*');
      return { Topics: { member: topics.all().map(({ arn: TopicArn }) => ({ TopicArn })) } };
    case 'ListSubscriptions':
      authorise(principal, action, '*');
      return { Subscriptions: { member: topics.subscriptions().map(describe) } };
    case 'ListSubscriptionsByTopic': {
      authorise(principal, action, arn);
      const topic = existing(topics, arn);
      const its = topics.subscriptions().filter(({ topicArn }) => topicArn === topic.arn);
      return { Subscriptions: { member: its.map(describe) } };
    }
    default:
      throw new AwsError(
        'InvalidAction',
        `Local mode has no SNS operation ${action}. It has Publish, ListTopics, ListSubscriptions and ListSubscriptionsByTopic; topics and subscriptions are those of the template.`,
      );
  }
}

function existing(topics: Topics, arn: string) {
  const topic = topics.find(arn);
  if (!topic) throw new AwsError('NotFound', 'Topic does not exist', 404);
  return topic;
}

function authorise(principal: Principal | undefined, operation: string, resource: string): void {
  const missing = missingPermission(principal, [{ action: `sns:${operation}`, resource }]);
  if (missing) throw new AwsError('AuthorizationError', denial(principal!, missing), 403);
}

const describe = ({ arn, topicArn, protocol, endpoint }: Subscription): XmlElement => ({
  SubscriptionArn: arn,
  Owner: ACCOUNT,
  Protocol: protocol,
  Endpoint: endpoint,
  TopicArn: topicArn,
});
