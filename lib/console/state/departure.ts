import { signal } from '@preact/signals';

/** When the vessel leaves; null: no time is given. */
export const departure = signal<Date | null>(null);
