import { signal } from '@preact/signals';

/** When the vessel leaves; null: no time is given. */
export const departure = signal<Date | null>(null);

/** Who plans to leave now has so long until the departure is past. */
const LEAVES_NOW_MS = 3_600_000;

export const isPast = (time: Date, now: Date): boolean => now.getTime() - time.getTime() > LEAVES_NOW_MS;
