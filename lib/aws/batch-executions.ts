/** The executions of the state machine that runs batches, each named after its batch. */
import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { BatchWorkflow } from '../batches/ports.ts';

export class BatchExecutions implements BatchWorkflow {
  readonly #client: SFNClient;
  readonly #stateMachineArn: string;

  constructor(client: SFNClient, stateMachineArn: string) {
    this.#client = client;
    this.#stateMachineArn = stateMachineArn;
  }

  async start(id: string): Promise<void> {
    const input = JSON.stringify({ batch_id: id });
    const start = new StartExecutionCommand({ stateMachineArn: this.#stateMachineArn, name: id, input });
    await this.#client.send(start).catch((error: Error) => {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    });
  }

  async stop(id: string): Promise<void> {
    const executionArn = `${this.#stateMachineArn.replace(':stateMachine:', ':execution:')}:${id}`;
    const stop = new StopExecutionCommand({ executionArn, cause: 'Batch revoked' });
    await this.#client.send(stop).catch((error: Error) => {
      if (!(error instanceof ExecutionDoesNotExist)) throw error;
    });
  }
}
