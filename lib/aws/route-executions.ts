/** The executions of the state machine that calculates routes, each named after its job. */
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { RouteWorkflow, WorkflowState } from '../jobs/route-workflow.ts';

export class RouteExecutions implements RouteWorkflow {
  private readonly client: SFNClient;
  private readonly stateMachineArn: string;

  constructor(client: SFNClient, stateMachineArn: string) {
    this.client = client;
    this.stateMachineArn = stateMachineArn;
  }

  async start(state: WorkflowState): Promise<void> {
    const start = new StartExecutionCommand({
      stateMachineArn: this.stateMachineArn,
      name: state.job_id,
      input: JSON.stringify(state),
    });
    await unless(ExecutionAlreadyExists, this.client.send(start));
  }

  async stop(jobId: string): Promise<void> {
    const stop = new StopExecutionCommand({ executionArn: this.executionArn(jobId), cause: 'Job revoked' });
    await unless(ExecutionDoesNotExist, this.client.send(stop));
  }

  async isRunning(jobId: string): Promise<boolean> {
    const describe = new DescribeExecutionCommand({ executionArn: this.executionArn(jobId) });
    const execution = await unless(ExecutionDoesNotExist, this.client.send(describe));
    return execution?.status === 'RUNNING' || execution?.status === 'PENDING_REDRIVE';
  }

  private executionArn(jobId: string): string {
    return `${this.stateMachineArn.replace(':stateMachine:', ':execution:')}:${jobId}`;
  }
}

/** What a call answers, or undefined where it is refused with the one error that is no fault. */
async function unless<T>(harmless: abstract new (...args: never[]) => Error, call: Promise<T>) {
  try {
    return await call;
  } catch (error) {
    if (error instanceof harmless) return undefined;
    throw error;
  }
}
