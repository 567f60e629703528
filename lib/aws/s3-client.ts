/** In a file of its own, so that a handler can load it when it is first needed: it is a sixth of a bundle. */
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { tellSlowCalls } from './slow-calls.ts';

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

export const s3 = /* @__PURE__ */ tellSlowCalls(
  /* @__PURE__ */ new S3Client(/* @__PURE__ */ s3Settings(5_000)),
);
