/**
 * The SDK clients, one of each for the lifetime of the sandbox. The annotations let the bundler drop those
 * that a Lambda does not import, and their packages with them.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A handler of the API has 10 s: three attempts of at most 3 s leave it time to answer. */
const defaults = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

export const dynamo = /* @__PURE__ */ DynamoDBDocumentClient.from(
  /* @__PURE__ */ new DynamoDBClient(defaults),
  { marshallOptions: { removeUndefinedValues: true } },
);

export const stepFunctions = /* @__PURE__ */ new SFNClient(defaults);

/**
 * Objects are large, so that a whole request may take long, but its connection may not be silent: `requestTimeout` ends
 * with the headers of the answer, `silenceMs` counts until its body is read. Checksums only where S3 asks for them.
 */
export const s3Settings = (silenceMs: number): S3ClientConfig => ({
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 60_000,
    throwOnRequestTimeout: true,
    socketTimeout: silenceMs,
  },
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

export const s3 = /* @__PURE__ */ new S3Client(/* @__PURE__ */ s3Settings(5_000));
