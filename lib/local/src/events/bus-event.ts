export interface BusEvent {
  readonly source: string;
  readonly detailType: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}
