/**
 * The SDK clients, one of each for the lifetime of the sandbox. The annotations let the bundler drop those
 * that a Lambda does not import, and their packages with them.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SNSClient } from '@aws-sdk/client-sns';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tellSlowCalls } from './slow-calls.ts';

/** A handler of the API has 10 s: three attempts of at most 3 s leave it time to answer. */
const defaults = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

export const dynamo = /* @__PURE__ */ DynamoDBDocumentClient.from(
  /* @__PURE__ */ tellSlowCalls(/* @__PURE__ */ new DynamoDBClient(defaults)),
  { marshallOptions: { removeUndefinedValues: true } },
);

/** For functions that answer when they are done. They may take minutes, and are not begun twice. */
export const lambda = /* @__PURE__ */ new LambdaClient({
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 310_000, throwOnRequestTimeout: true },
});

export const stepFunctions = /* @__PURE__ */ tellSlowCalls(/* @__PURE__ */ new SFNClient(defaults));
export const notifications = /* @__PURE__ */ tellSlowCalls(/* @__PURE__ */ new SNSClient(defaults));
