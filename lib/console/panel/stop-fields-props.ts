import type { Stop } from '../../voyage/stops/stop-fields.ts';

/** Of a group of fields of a stop. */
export interface StopFieldsProps {
  /** The id of one of them. */
  readonly id: (field: string) => string;
  readonly stop: Stop;
  readonly onChange: (changes: Partial<Stop>) => void;
}
