import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from './service.ts';

/** What the tests of a file share, from its first test to its last. */
export let service: Service;

/** Starts the service for all tests of the file: the first call of each function costs more than most tests. */
export function serve(): void {
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.end());
}
