import { expect, test } from 'vitest';
import { checkSolutions, everyOption, withApp } from './template.ts';

const stages = [{ stage: 'development' }, { stage: 'production', alarmEmail: 'ops@example.org' }];
const origins = [{}, { allowedOrigins: 'https://a.example' }, { allowedOrigins: '*' }];

const contexts = stages.flatMap((stage) =>
  ['none', 'api-key', 'iam'].flatMap((auth) => origins.map((allowed) => ({ ...stage, auth, ...allowed }))),
);

test.each([...contexts, everyOption])('the AWS Solutions checks find nothing new: %j', (context) => {
  expect(() => withApp(context, checkSolutions)).not.toThrow();
});
