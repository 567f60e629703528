/** The executions of the state machine that calculates routes, each named after its job. */
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  paginateListExecutions,
  type SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { ExecutionStatus, RouteWorkflow, WorkflowState } from '../jobs/route-workflow.ts';

export class RouteExecutions implements RouteWorkflow {
  private readonly client: SFNClient;
  private readonly aliasArn: string;
  private readonly stateMachineArn: string;

  /** @param aliasArn of the state machine with its alias, which chooses the version of new executions */
  constructor(client: SFNClient, aliasArn: string) {
    this.client = client;
    this.aliasArn = aliasArn;
    this.stateMachineArn = aliasArn.replace(/:[^:]+$/, '');
  }

  async start(state: WorkflowState): Promise<'started' | 'ended'> {
    const start = new StartExecutionCommand({
      stateMachineArn: this.aliasArn,
      name: state.job_id,
      input: JSON.stringify(state),
    });
    // Starting again with the same input succeeds while the execution runs.
    return (await unless(ExecutionAlreadyExists, this.client.send(start))) ? 'started' : 'ended';
  }

  async stop(jobId: string): Promise<void> {
    const stop = new StopExecutionCommand({ executionArn: this.executionArn(jobId), cause: 'Job revoked' });
    await unless(ExecutionDoesNotExist, this.client.send(stop));
  }

  async status(jobId: string): Promise<ExecutionStatus | null> {
    const describe = new DescribeExecutionCommand({ executionArn: this.executionArn(jobId) });
    const execution = await unless(ExecutionDoesNotExist, this.client.send(describe));
    if (!execution) return null;
    return execution.status === 'PENDING_REDRIVE' ? 'RUNNING' : execution.status!;
  }

  async *running(): AsyncIterable<{ jobId: string; startedAt: Date }> {
    const pages = paginateListExecutions(
      { client: this.client, pageSize: 1000 },
      { stateMachineArn: this.stateMachineArn, statusFilter: 'RUNNING' },
    );
    for await (const { executions = [] } of pages) {
      for (const { name, startDate } of executions) yield { jobId: name!, startedAt: startDate! };
    }
  }

  private executionArn(jobId: string): string {
    return `${this.stateMachineArn.replace(':stateMachine:', ':execution:')}:${jobId}`;
  }
}

/** The result of a call, or undefined if it fails with the one expected error. */
async function unless<T>(harmless: abstract new (...args: never[]) => Error, call: Promise<T>) {
  try {
    return await call;
  } catch (error) {
    if (error instanceof harmless) return undefined;
    throw error;
  }
}
