/** The executions of the state machine that checks watches when new data have come, and one on a route that is new to it. */
import { type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { EVERYWHERE, type GeoBounds } from '../meshes/geo-bounds.ts';

/** What an execution begins with. */
export interface NewData {
  /** Where there are new meshes. */
  readonly bounds: readonly GeoBounds[];
  /** The only one that has not looked at them. */
  readonly watch_id?: string;
}

export class WatchChecks {
  readonly #client: SFNClient;
  readonly #stateMachineArn: string;

  constructor(client: SFNClient, stateMachineArn: string) {
    this.#client = client;
    this.#stateMachineArn = stateMachineArn;
  }

  /** Again, it makes each watch look again, which tells nothing twice. */
  async start(news: NewData): Promise<void> {
    const input = JSON.stringify(news);
    await this.#client.send(new StartExecutionCommand({ stateMachineArn: this.#stateMachineArn, input }));
  }

  /** One watch alone, wherever it leads. */
  startOne(watch_id: string): Promise<void> {
    return this.start({ bounds: [EVERYWHERE], watch_id });
  }
}
