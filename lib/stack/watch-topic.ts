import { Alias, Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Config } from './config.ts';

/** The topic of the events of watches; encrypted by the operator's key where there is one, else by that of AWS. */
export function makeWatchTopic(scope: Construct, { kmsKeyArn, watchEmail }: Config): Topic {
  const topic = new Topic(scope, 'WatchTopic', {
    displayName: 'Polynya watches',
    enforceSSL: true,
    masterKey: kmsKeyArn
      ? Key.fromKeyArn(scope, 'WatchTopicKey', kmsKeyArn)
      : Alias.fromAliasName(scope, 'WatchTopicKey', 'alias/aws/sns'),
  });
  if (watchEmail) topic.addSubscription(new EmailSubscription(watchEmail));
  return topic;
}
