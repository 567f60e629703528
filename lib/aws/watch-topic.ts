import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import { xmlText } from '../files/xml-text.ts';
import type { Watch, WatchEvent } from '../watches/watch.ts';

/** Where the events of all watches are told. An operator's subscriptions filter by the attributes. */
export class WatchTopic {
  readonly #client: SNSClient;
  readonly #topicArn: string;

  constructor(client: SNSClient, topicArn: string) {
    this.#client = client;
    this.#topicArn = topicArn;
  }

  async tell({ id, name, requester }: Watch, event: WatchEvent): Promise<void> {
    // SNS takes only characters that XML has
    const attributes = { requested_by: requester, status: event.status, name: xmlText(name) };
    // SNS takes no empty attribute
    const given = Object.entries(attributes).filter(([, value]) => value);
    await this.#client.send(
      new PublishCommand({
        TopicArn: this.#topicArn,
        Subject: `Polynya watch: ${event.status}`,
        Message: JSON.stringify({ watch_id: id, name, event }),
        MessageAttributes: Object.fromEntries(
          given.map(([key, value]) => [key, { DataType: 'String', StringValue: value! }]),
        ),
      }),
    );
  }
}
