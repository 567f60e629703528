import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Who sent a request, where callers are told apart (API key or IAM identity); else null. */
export function requesterOf({ requestContext }: APIGatewayProxyEvent): string | null {
  const { apiKeyId, userArn } = requestContext.identity ?? {};
  return apiKeyId || userArn || null;
}
