/**
 * `npm test` looks at each mechanism once. `npm run test:slow` runs every test file that imports this one again, with more
 * runs and cases.
 */
import { inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    isThorough: boolean;
  }
}

export const isThorough = inject('isThorough') === true;

/** How often to try what is drawn at random. */
export const runs = (few: number, many: number): number => (isThorough ? many : few);

/** The first cases, or all. */
export const some = <Case>(count: number, cases: readonly Case[]): readonly Case[] =>
  isThorough ? cases : cases.slice(0, count);

/** A test of a mechanism that another test shows in less time. */
export function slowTest(title: string, body: () => void | Promise<void>): void {
  if (isThorough) test(title, body);
}
