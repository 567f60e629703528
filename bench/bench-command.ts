import { Command, InvalidArgumentError } from 'commander';

/** A program of this folder, run as `npm run NAME -- OPTIONS`. */
export const benchCommand = (name: string, summary: string): Command =>
  new Command(`npm run ${name} --`).description(summary).allowExcessArguments(false);

/** Reads the value of an option: a number that is not negative. */
export function positive(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value < Infinity)) {
    throw new InvalidArgumentError('It must be a number from 0.');
  }
  return value;
}

/** The seed where none is given. */
export const seedOfNow = (): number => Date.now() % 1_000_000_000;
