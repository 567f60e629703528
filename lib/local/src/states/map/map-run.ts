import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError } from '../../errors.ts';
import { denial, missingPermission } from '../../iam/principals.ts';
import { arn } from '../../identities.ts';
import type { MapRunId } from '../../lambda/sandbox-pool.ts';
import type { S3Api } from '../../s3/api.ts';
import { ExecutionRun, type Outcome } from '../execution-run.ts';
import type { ExecutionRecord, ExecutionStatus } from '../execution-store.ts';
import { runTask, TaskError, type TaskParts } from '../task.ts';
import { type ChildInput, childInputs } from './batches.ts';
import type { Children } from './children.ts';
import { childDefinition } from './definition.ts';
import { inputItems, readItems, sourceOf, unreadable } from './items.ts';
import {
  collectOutputs,
  destinationOf,
  exportResults,
  type ResultDestination,
  unwritable,
} from './results.ts';
import { type MapSettings, readSettings } from './settings.ts';

export type MapRunStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

export interface MapRunRecord {
  readonly id: string;
  readonly mapRunArn: string;
  /** Of the parent. */
  readonly executionArn: string;
  /** What children have as theirs: the parent's, with the label of the state. */
  readonly stateMachineArn: string;
  readonly machineName: string;
  readonly stateName: string;
  readonly startDate: number;
  readonly stopDate?: number;
  readonly status: MapRunStatus;
  readonly settings?: MapSettings;
  /** Of the object that the items come from: another object is not read further. */
  readonly etag?: string;
  /** All items, once they are read. */
  readonly total?: number;
  /** Of one that has succeeded. */
  readonly output?: unknown;
}

/** A Map state that is to be run. */
export interface MapJob extends TaskParts {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly machineName: string;
  readonly stateName: string;
  readonly state: Record<string, unknown>;
  readonly input: unknown;
  readonly context: { readonly Execution?: object };
  readonly s3: S3Api;
  /** When the state was entered, if the process has ended since: it may have a run already. */
  readonly enteredAt?: number | undefined;
}

export interface Counts {
  readonly pending: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly aborted: number;
  readonly total: number;
}

/** A child that runs. */
interface Running {
  readonly run: ExecutionRun;
  readonly items: number;
  /** Once it has ended: until that is on disk. */
  ending?: Promise<void>;
}

/** While the disk is full the end of a child is stored later, ms. */
const FULL_DISK_MS = 1000;

/** The run of a distributed Map state: a child execution for every item or batch of items. */
export class MapRun {
  readonly #children: Children;
  readonly #store: (record: MapRunRecord) => Promise<void>;
  readonly #running = new Map<number, Running>();
  readonly #id: MapRunId = Symbol('children');
  #record: MapRunRecord;
  #read = 0;
  /** Why the run goes no further. */
  #end: TaskError | undefined;
  #isHalted = false;
  #change = Promise.withResolvers<void>();

  constructor(record: MapRunRecord, children: Children, store: (record: MapRunRecord) => Promise<void>) {
    this.#record = record;
    this.#children = children;
    this.#store = store;
  }

  get record(): MapRunRecord {
    return this.#record;
  }

  /** Stores the record of a run that has just been made. */
  store(): Promise<void> {
    return this.#store(this.#record);
  }

  /** Of items, or of children. */
  counts(of: 'items' | 'children'): Counts {
    const ended = (status: ExecutionStatus) => this.#children.counts(status)[of];
    const running = [...this.#running.values()].reduce(
      (sum, { items }) => sum + (of === 'items' ? items : 1),
      0,
    );
    const counts = {
      succeeded: ended('SUCCEEDED'),
      failed: ended('FAILED'),
      timedOut: ended('TIMED_OUT'),
      aborted: ended('ABORTED'),
      running,
    };
    const known = Object.values(counts).reduce((sum, count) => sum + count);
    const total = of === 'items' ? Math.max(this.#record.total ?? this.#read, known) : known;
    return { ...counts, pending: total - known, total };
  }

  /** Its output. Does not resolve once the run is aborted or halted: its parent is over then. @throws TaskError */
  async run(job: MapJob): Promise<unknown> {
    try {
      const settings = await readSettings(job.state, job.input, job.context);
      const source = await sourceOf(job.state, job.input, job.context);
      const destination = await destinationOf(job.state, job.input, job.context);
      this.#requirePermissions(job, source, destination);
      if (!this.#record.settings) await this.#save({ settings });
      const items = source
        ? readItems(source, await this.#open(job.s3, source))
        : await inputItems(job.state, job.input, job.context);
      const failure = await this.#runChildren(job, items).catch((error: TaskError) => this.#fail(error));
      if (this.#isHalted || this.#record.status === 'ABORTED') return await new Promise(() => {});
      const output = destination && (await exportResults(job.s3, destination, this.#record, this.#children));
      if (failure) throw failure;
      const result = output ?? (await collectOutputs(this.#children));
      await this.#close('SUCCEEDED', result);
      return result;
    } catch (error) {
      await this.#close('FAILED');
      throw error;
    }
  }

  /** Changes what a running run may do. @throws AwsError */
  async update(
    change: Partial<
      Pick<MapSettings, 'maxConcurrency' | 'toleratedFailurePercentage' | 'toleratedFailureCount'>
    >,
  ) {
    const { settings, status } = this.#record;
    if (!settings || status !== 'RUNNING') throw new AwsError('ValidationException', 'The Map Run has ended');
    await this.#save({ settings: { ...settings, ...change } });
    this.#changed();
  }

  /** Stops all children. */
  async abort(): Promise<void> {
    if (this.#record.status !== 'RUNNING') return;
    this.#record = { ...this.#record, status: 'ABORTED', stopDate: Date.now() };
    await this.#stopChildren();
    await this.#save({});
    this.#changed();
  }

  /** Stops working; what runs goes on at the next start. */
  async halt(): Promise<void> {
    this.#isHalted = true;
    for (const { run } of this.#running.values()) run.stop();
    this.#changed();
    await this.#children.close();
  }

  async child(executionArn: string): Promise<ExecutionRecord | undefined> {
    if (!executionArn.startsWith(`${this.#record.stateMachineArn.replace(':stateMachine:', ':execution:')}:`))
      return undefined;
    const running = this.#children.running.get(executionArn.split(':').at(-1)!);
    if (running) return running;
    for await (const { execution } of this.#children.lines()) {
      if (execution.executionArn === executionArn) return execution;
    }
    return undefined;
  }

  /** Those that run, then those that have ended. */
  async children(): Promise<ExecutionRecord[]> {
    const all = this.#children.running.all();
    for await (const { execution } of this.#children.lines()) all.push(execution);
    return all;
  }

  /** Stops one child, which then counts as a failure. */
  async stopChild({ name }: ExecutionRecord, error?: string, cause?: string): Promise<void> {
    const found = [...this.#running].find(([index]) => childName(this.#record.id, index) === name);
    if (!found) return;
    await this.#ended(found[0], { status: 'ABORTED', ...(error && { error }), ...(cause && { cause }) });
  }

  async #runChildren(
    job: MapJob,
    items: AsyncIterable<unknown> | Iterable<unknown>,
  ): Promise<TaskError | undefined> {
    const { settings } = this.#record;
    let read = 0;
    for await (const child of childInputs({ ...job, settings: settings! }, items)) {
      read += child.items;
      this.#read = Math.max(this.#read, read);
      if (this.#children.hasEnded(child.index)) continue;
      while (this.#running.size >= this.#record.settings!.maxConcurrency && this.#goesOn)
        await this.#change.promise;
      if (!this.#goesOn) break;
      await this.#start(job, child);
    }
    if (this.#goesOn) await this.#save({ total: read });
    this.#checkFailures();
    while (this.#running.size > 0 && this.#goesOn) await this.#change.promise;
    return this.#end;
  }

  get #goesOn(): boolean {
    return !this.#end && !this.#isHalted && this.#record.status === 'RUNNING';
  }

  async #start(job: MapJob, { index, items, input }: ChildInput): Promise<void> {
    const name = childName(this.#record.id, index);
    const left = this.#children.running.get(name);
    const { stateMachineArn, machineName } = this.#record;
    const execution: ExecutionRecord = left ?? {
      name,
      executionArn: `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`,
      stateMachineArn,
      input,
      startDate: Date.now(),
      status: 'RUNNING',
    };
    if (!left) await this.#children.running.add(execution);
    const definition = childDefinition(job.state);
    const { position } = execution;
    const run = new ExecutionRun({
      definition: { ...definition, StartAt: position?.state ?? definition.StartAt },
      input: position?.input ?? JSON.parse(input),
      context: {
        Execution: { ...job.context.Execution, Id: execution.executionArn, Name: name },
        StateMachine: { Id: stateMachineArn, Name: machineName },
      },
      onTask: (_, state, taskInput) => runTask({ ...job, mapRun: this.#id }, state, taskInput),
      onState: (state, stateInput, enteredAt) => {
        const current = this.#children.running.get(name);
        if (current)
          void this.#children.running.change({
            ...current,
            position: { state, input: stateInput, enteredAt },
          });
      },
    });
    this.#running.set(index, { run, items });
    void run.outcome.then((outcome) => (run.isStopped ? undefined : this.#ended(index, outcome)));
  }

  /** A child may end by itself while it is being stopped: what comes first counts. */
  #ended(index: number, outcome: Outcome): Promise<void> {
    const child = this.#running.get(index)!;
    child.ending ??= this.#storeEnd(index, child, outcome);
    return child.ending;
  }

  async #storeEnd(index: number, { run, items }: Running, outcome: Outcome): Promise<void> {
    run.stop();
    const { position: _, ...execution } = this.#children.running.get(childName(this.#record.id, index))!;
    const closed = { ...execution, ...outcome, stopDate: Date.now() };
    const store = () => this.#children.end({ index, items, status: outcome.status, execution: closed });
    while (
      !(await store().then(
        () => true,
        () => false,
      ))
    ) {
      await sleep(FULL_DISK_MS, undefined, { ref: false });
      if (this.#isHalted) return;
    }
    this.#running.delete(index);
    this.#checkFailures();
    this.#changed();
  }

  /** More failures than are tolerated end the run: of a percentage once all items are known, but for 0. */
  #checkFailures(): void {
    const { settings, total } = this.#record;
    const { failed, timedOut, aborted } = this.counts('items');
    const failures = failed + timedOut + aborted;
    if (failures === 0 || !settings || !this.#goesOn) return;
    const { toleratedFailureCount: count, toleratedFailurePercentage: percentage } = settings;
    const isOver =
      (count !== undefined && failures > count) ||
      percentage === 0 ||
      (percentage !== undefined && total !== undefined && (100 * failures) / total > percentage);
    if (isOver) {
      const cause = `The specified tolerated failure threshold was exceeded: ${failures} items failed`;
      void this.#fail(new TaskError('States.ExceedToleratedFailureThreshold', cause));
    }
  }

  async #fail(error: TaskError): Promise<TaskError> {
    this.#end ??= error;
    await this.#stopChildren();
    this.#changed();
    return this.#end;
  }

  async #stopChildren(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((index) => this.#ended(index, { status: 'ABORTED' })));
  }

  #changed(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  async #close(status: MapRunStatus, output?: unknown): Promise<void> {
    if (this.#record.status !== 'RUNNING' || this.#isHalted) return;
    await this.#children.close();
    await this.#save({ status, stopDate: Date.now(), total: this.counts('items').total, output });
  }

  async #save(change: Partial<MapRunRecord>): Promise<void> {
    this.#record = { ...this.#record, ...change };
    await this.#store(this.#record).catch(() => {});
  }

  async #open(s3: S3Api, { bucket, key }: { readonly bucket: string; readonly key: string }) {
    const { etag, body } = await s3.readObject(bucket, key).catch((error: Error) => {
      throw unreadable(error.message);
    });
    if (this.#record.etag !== undefined && this.#record.etag !== etag) {
      body.destroy();
      throw unreadable(`The object ${key} has changed since the Map Run began`);
    }
    await this.#save({ etag });
    return body;
  }

  /** Those that AWS needs to start, watch and stop children, and to read and write objects. */
  #requirePermissions(
    { principal, executionArn, stateMachineArn }: MapJob,
    source: { readonly bucket: string; readonly key: string } | undefined,
    destination: ResultDestination | undefined,
  ): void {
    const object = (bucket: string, key: string) =>
      arn('s3', `${bucket}/${key}`, { region: '', account: '' });
    const require = (error: (why: string) => TaskError, action: string, resource: string) => {
      const missing = missingPermission(principal, [{ action, resource }]);
      if (missing) throw error(denial(principal, missing));
    };
    const forbidden = (why: string) => new TaskError('States.Permissions', why);
    require(forbidden, 'states:StartExecution', stateMachineArn);
    for (const action of ['DescribeExecution', 'StopExecution'])
      require(forbidden, `states:${action}`, executionArn);
    if (source) require(unreadable, 's3:GetObject', object(source.bucket, source.key));
    if (destination)
      require(unwritable, 's3:PutObject', object(destination.bucket, `${destination.prefix}/manifest.json`));
  }
}

/** The same at every start, so that a child is found again. */
function childName(runId: string, index: number): string {
  const hex = createHash('sha256').update(`${runId}/${index}`).digest('hex');
  return [8, 4, 4, 4, 12]
    .map((length, i) => hex.slice([0, 8, 12, 16, 20][i], [0, 8, 12, 16, 20][i]! + length))
    .join('-');
}
