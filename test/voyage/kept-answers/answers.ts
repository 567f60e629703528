/** Answers that must not change unseen: of each, a checksum is kept, and apart from it how much work it took. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Cases, isOfWork } from './clocked.ts';

/** Whole answers are written there, to be compared with those of another state of the code. */
const FOLDER = process.env.POLYNYA_ANSWERS;

/**
 * These tests say that an answer changed, not whether it is right: other tests do. Where one fails, write the whole answers before and
 * after the change, `POLYNYA_ANSWERS=FOLDER npx vitest run test/voyage/kept-answers`, and compare the folders. What is meant to change is
 * kept anew by `npx vitest run test/voyage/kept-answers -u`.
 */
export function answersStay(of: string, cases: Cases): void {
  it(`${of}: an answer, and the work it takes, does not change unseen`, () => {
    const answers = Object.entries(cases).map(([title, answer]) => [title, answer()] as const);
    if (FOLDER) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(join(FOLDER, `${of}.txt`), answers.map((one) => one.join('\n')).join('\n\n'));
    }
    expect(answers.map(([title, text]) => `${title}: ${keptOf(text)}`).join('\n')).toMatchSnapshot();
  });
}

function keptOf(text: string): string {
  const lines = text.split('\n');
  const answer = lines.filter((line) => !isOfWork(line)).join('\n');
  const checksum = createHash('sha256').update(answer).digest('hex').slice(0, 12);
  return [checksum, ...lines.filter(isOfWork)].join(', ');
}
