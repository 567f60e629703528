/**
 * The metrics of the service. The handlers write them as lines of their logs (CloudWatch embedded metric format), in the
 * namespace that is named like the stack; the dashboard and the alarms read them.
 */

export interface MetricDefinition {
  readonly name: string;
  readonly unit: 'Count' | 'Milliseconds' | 'Hours';
  /** The one dimension, where it has one, with its values; none where they are not known beforehand. */
  readonly dimension?: { readonly name: string; readonly values: readonly string[] };
}

export const metrics = {
  /** Route requests that were answered, by what became of them. */
  submissions: {
    name: 'Submissions',
    unit: 'Count',
    dimension: { name: 'outcome', values: ['new', 'joined', 'reused', 'repeated'] },
  },
  /** Jobs that changed to a status. */
  jobStatuses: {
    name: 'JobStatuses',
    unit: 'Count',
    dimension: { name: 'status', values: ['PENDING', 'STARTED', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED'] },
  },
  /** Calculations that failed, by the name of the error. */
  failedCalculations: {
    name: 'FailedCalculations',
    unit: 'Count',
    dimension: { name: 'error', values: [] },
  },
  /**
   * From the request of a route to the beginning of its first calculation; of a job whose execution cannot be started,
   * until now.
   */
  queueTime: { name: 'QueueTime', unit: 'Milliseconds' },
  /** One calculation: loading the mesh and planning. */
  calculationTime: { name: 'CalculationTime', unit: 'Milliseconds' },
  /** Lines of batches that were answered. */
  batchLines: { name: 'BatchLines', unit: 'Count' },
  /** Checks of watches that were given up. */
  failedWatchChecks: { name: 'FailedWatchChecks', unit: 'Count' },
  /** Files that the import handled, by outcome; files that it has to wait for and files already stored excluded. */
  importedFiles: {
    name: 'ImportedFiles',
    unit: 'Count',
    dimension: { name: 'outcome', values: ['inserted', 'recompiled', 'chart stored', 'refused', 'failed'] },
  },
  /** Of the newest mesh that can be selected, since it was created; written by each run of the import. */
  newestMeshAge: { name: 'NewestMeshAge', unit: 'Hours' },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof metrics;
