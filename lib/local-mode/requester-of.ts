import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { WorkflowState } from '../jobs/route-workflow.ts';

/** Who asked for a calculation, by the event of its function: an execution's state or a call of the API; undefined if nobody is told apart. */
export function requesterOf(event: unknown): string | undefined {
  const { requester, requestContext } = event as Partial<WorkflowState & APIGatewayProxyEvent>;
  const { apiKeyId, userArn } = requestContext?.identity ?? {};
  return requester || apiKeyId || userArn || undefined;
}
