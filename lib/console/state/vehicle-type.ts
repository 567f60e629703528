/** The vehicle that is chosen, null for that of the ice data: in a file of its own, because parts of the plan depend on it. */
import { signal } from '@preact/signals';

export const vehicleType = signal<string | null>(null);
