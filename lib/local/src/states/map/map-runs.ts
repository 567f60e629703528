import { createHash, randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../../data-folder.ts';
import type { ExecutionRecord } from '../execution-store.ts';
import { Children } from './children.ts';
import { type MapJob, MapRun, type MapRunRecord } from './map-run.ts';

/** Closed executions, and their Map Runs, are deleted after 90 days. */
const RETENTION_MS = 90 * 86_400_000;

/** The Map Runs of one state machine, each in a folder: its record, and its children. */
export class MapRuns {
  readonly #data: DataFolder;
  readonly #folder: string;
  readonly #runs = new Map<string, MapRun>();

  private constructor(data: DataFolder, folder: string) {
    this.#data = data;
    this.#folder = folder;
  }

  static async open(data: DataFolder, folder: string, now = Date.now()): Promise<MapRuns> {
    const runs = new MapRuns(data, folder);
    for (const id of await readdir(folder)) {
      const record = await data.read<MapRunRecord>(join(folder, id, 'run.json'));
      const isOld = record?.stopDate !== undefined && record.stopDate < now - RETENTION_MS;
      if (!record || isOld) await rm(join(folder, id), { recursive: true });
      else await runs.#add(record);
    }
    return runs;
  }

  /** Runs a state, or goes on with the run that it had when the process ended. @throws TaskError */
  async run(job: MapJob): Promise<unknown> {
    const { enteredAt = Number.POSITIVE_INFINITY } = job;
    const left = this.all().find(
      ({ record }) =>
        record.executionArn === job.executionArn &&
        record.stateName === job.stateName &&
        record.startDate >= enteredAt &&
        (record.status === 'RUNNING' || record.status === 'SUCCEEDED'),
    );
    if (left?.record.status === 'SUCCEEDED') return left.record.output;
    return (left ?? (await this.#create(job))).run(job);
  }

  /** Newest first. */
  all(): MapRun[] {
    return [...this.#runs.values()].sort((a, b) => b.record.startDate - a.record.startDate);
  }

  get(mapRunArn: string): MapRun | undefined {
    return this.#runs.get(mapRunArn.split(':').at(-1)!);
  }

  /** A child, by its ARN, with its run. */
  async child(executionArn: string): Promise<{ run: MapRun; execution: ExecutionRecord } | undefined> {
    for (const run of this.all()) {
      const execution = await run.child(executionArn);
      if (execution) return { run, execution };
    }
    return undefined;
  }

  /** Stops what still runs of an execution that has ended. */
  async abort(executionArn: string): Promise<void> {
    await Promise.all(this.all().map((run) => run.record.executionArn === executionArn && run.abort()));
  }

  async halt(): Promise<void> {
    await Promise.all(this.all().map((run) => run.halt()));
  }

  async #create({ executionArn, stateMachineArn, machineName, stateName, state }: MapJob): Promise<MapRun> {
    const id = randomUUID();
    const label = String(state.Label ?? labelOf(stateName));
    const run = await this.#add({
      id,
      mapRunArn: `${stateMachineArn.replace(':stateMachine:', ':mapRun:')}/${label}:${id}`,
      executionArn,
      stateMachineArn: `${stateMachineArn}/${label}`,
      machineName: `${machineName}/${label}`,
      stateName,
      startDate: Date.now(),
      status: 'RUNNING',
    });
    await run.store();
    return run;
  }

  async #add(record: MapRunRecord): Promise<MapRun> {
    const folder = this.#data.folder(this.#folder.slice(this.#data.path.length + 1), record.id);
    const store = async (changed: MapRunRecord) => {
      const path = join(folder, 'run.json');
      await writeFile(`${path}.draft`, JSON.stringify(changed));
      await rename(`${path}.draft`, path);
    };
    const run = new MapRun(record, await Children.open(this.#data, folder), store);
    this.#runs.set(record.id, run);
    return run;
  }
}

/** A label from a state's name. */
function labelOf(stateName: string): string {
  const plain = stateName.replaceAll(/[^\w-]/g, '');
  return plain.length <= 40 && plain !== ''
    ? plain
    : createHash('sha256').update(stateName).digest('hex').slice(0, 16);
}
