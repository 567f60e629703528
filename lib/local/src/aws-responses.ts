import type { ServerResponse } from 'node:http';
import type { AwsError } from './errors.ts';
import { writeXml } from './xml.ts';

/** Responses in the formats of the AWS protocols. */

const send = (response: ServerResponse, status: number, type: string, body: string): void =>
  void response
    .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
    .end(body);

/** For DynamoDB, Step Functions, CloudWatch Logs and SQS. */
export const sendJson = (response: ServerResponse, status: number, body: object): void =>
  send(response, status, 'application/x-amz-json-1.0', JSON.stringify(body));

/** Clients of Lambda find the code in the header, the others in `__type`; some look for `Message`. */
export function sendJsonError(response: ServerResponse, { code, message, status }: AwsError): void {
  response.setHeader('x-amzn-errortype', code);
  sendJson(response, status, { __type: `com.amazon.coral.service#${code}`, message, Message: message });
}

export const sendXml = (response: ServerResponse, body: string, status = 200): void =>
  send(response, status, 'application/xml', body);

/** @param resource bucket and key that the request names */
export const sendS3Error = (
  response: ServerResponse,
  { code, message, status }: AwsError,
  resource?: string,
): void => sendXml(response, writeXml('Error', { Code: code, Message: message, Resource: resource }), status);

/** For the services whose requests are forms: CloudFormation, STS and SNS. */
export const sendQueryError = (response: ServerResponse, { code, message, status }: AwsError): void =>
  send(
    response,
    status,
    'text/xml',
    writeXml('ErrorResponse', { Error: { Type: 'Sender', Code: code, Message: message } }),
  );
