/** The topics and subscriptions of a template. What would be left out in silence is refused. */
import { LocalStackError } from '../errors.ts';
import type { Properties, ResolvedResource, ResolvedStack } from '../resolved-stack.ts';
import type { Queues } from '../sqs/queues.ts';
import { type FilterPolicy, parseFilterPolicy } from './filter-policy.ts';

export interface Topic {
  readonly arn: string;
  readonly name: string;
  readonly displayName: string | undefined;
}

export interface Subscription {
  readonly arn: string;
  readonly topicArn: string;
  readonly protocol: 'email' | 'sqs';
  /** Address, or ARN of the queue. */
  readonly endpoint: string;
  readonly filter: FilterPolicy | undefined;
}

/** Nothing is encrypted on one machine, and tags change nothing. */
const TOPIC_PROPERTIES = ['TopicName', 'DisplayName', 'KmsMasterKeyId', 'Tags'];
const SUBSCRIPTION_PROPERTIES = ['TopicArn', 'Protocol', 'Endpoint', 'FilterPolicy', 'FilterPolicyScope'];

function refuseUnknown({ logicalId, properties }: ResolvedResource, known: readonly string[]): void {
  const unknown = Object.keys(properties).find((name) => !known.includes(name));
  if (unknown) throw new LocalStackError(`${logicalId} has ${unknown}, which local mode cannot run.`);
}

export function readTopics(stack: ResolvedStack): Topic[] {
  return stack.ofType('AWS::SNS::Topic').map((resource) => {
    refuseUnknown(resource, TOPIC_PROPERTIES);
    const { TopicArn, TopicName } = resource.identity.attributes;
    return { arn: TopicArn!, name: TopicName!, displayName: resource.properties.DisplayName };
  });
}

/** @throws LocalStackError when one goes to nothing of the stack, or in a way that local mode hasn't */
export function readSubscriptions(
  stack: ResolvedStack,
  topics: readonly Topic[],
  queues: Queues,
): Subscription[] {
  return stack.ofType('AWS::SNS::Subscription').map((resource) => {
    refuseUnknown(resource, SUBSCRIPTION_PROPERTIES);
    const { logicalId, identity, properties } = resource;
    const {
      TopicArn,
      Protocol,
      Endpoint,
      FilterPolicy,
      FilterPolicyScope = 'MessageAttributes',
    } = properties;
    const refuse = (what: string) => new LocalStackError(`The subscription ${logicalId} ${what}.`);
    if (!topics.some(({ arn }) => arn === TopicArn)) throw refuse('is to no topic of the stack');
    if (!['email', 'sqs'].includes(Protocol))
      throw refuse(`has the protocol ${Protocol}; local mode has email and sqs`);
    if (Protocol === 'sqs' && !queues.has(Endpoint)) throw refuse('delivers to no queue of the stack');
    if (FilterPolicyScope !== 'MessageAttributes')
      throw refuse(`filters by ${FilterPolicyScope}; local mode filters by MessageAttributes`);
    return {
      arn: identity.ref,
      topicArn: TopicArn,
      protocol: Protocol,
      endpoint: Endpoint,
      filter: FilterPolicy && parseFilterPolicy(logicalId, FilterPolicy),
    };
  });
}

/**
 * Policies change nothing here if they let services of AWS publish, or want TLS, which is not used on one machine.
 * @throws LocalStackError for any other: functions may publish by their roles alone
 */
export function checkTopicPolicies(stack: ResolvedStack): void {
  for (const { logicalId, properties } of stack.ofType('AWS::SNS::TopicPolicy')) {
    const statements = [properties.PolicyDocument.Statement].flat() as Properties[];
    const isNeedless = ({ Effect, Principal, Condition }: Properties) =>
      Effect === 'Allow'
        ? Object.keys(Principal).every((kind) => kind === 'Service')
        : Condition?.Bool?.['aws:SecureTransport'] === 'false';
    if (statements.every(isNeedless)) continue;
    throw new LocalStackError(
      `The topic policy ${logicalId} has a statement that local mode cannot run: it knows those that let services publish, and those that want TLS.`,
    );
  }
}
