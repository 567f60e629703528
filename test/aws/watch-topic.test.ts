import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { WatchTopic } from '../../lib/aws/watch-topic.ts';
import type { Watch, WatchEvent } from '../../lib/watches/watch.ts';

const sns = mockClient(SNSClient);
const topic = new WatchTopic(new SNSClient({ region: 'eu-west-2' }), 'arn:topic');
beforeEach(() => sns.reset());

const watch = { id: 'w-1', name: 'Relief of Rothera', requester: 'key-7' } as Watch;
const event: WatchEvent = {
  time: '2026-11-29T00:10:00.000Z',
  status: 'closed',
  was: 'holds',
  sentence: 'A cell at 62.0° S is closed.',
  rest: { hours: null, tonnes: null, planned_hours: 61.9, planned_tonnes: null },
  place: { lat: -62, lon: -58 },
  meshes: [12],
  route_id: 9,
};
const text = (StringValue: string) => ({ DataType: 'String', StringValue });

it('is told the whole event, with what an operator filters by', async () => {
  await topic.tell(watch, event);
  const [call] = sns.commandCalls(PublishCommand);
  const { Message, ...input } = call!.args[0].input;
  expect(input).toEqual({
    TopicArn: 'arn:topic',
    Subject: 'Polynya watch: closed',
    MessageAttributes: {
      requested_by: text('key-7'),
      status: text('closed'),
      name: text('Relief of Rothera'),
    },
  });
  expect(JSON.parse(Message!)).toEqual({ watch_id: 'w-1', name: 'Relief of Rothera', event });
});

it('leaves out who asked where callers are not told apart: SNS refuses an empty attribute', async () => {
  await topic.tell({ ...watch, requester: null }, event);
  const [call] = sns.commandCalls(PublishCommand);
  expect(Object.keys(call!.args[0].input.MessageAttributes!)).toEqual(['status', 'name']);
});

it('fails where the event was not taken, so that it is told again', async () => {
  sns.on(PublishCommand).rejects(new Error('no answer'));
  await expect(topic.tell(watch, event)).rejects.toThrow('no answer');
});

it('has a space for what XML has not, in the attribute by name', async () => {
  await topic.tell({ ...watch, name: 'a\u0000\tb\uFFFF' }, event);
  const [call] = sns.commandCalls(PublishCommand);
  expect(call!.args[0].input.MessageAttributes!.name).toEqual(text('a \tb '));
});
