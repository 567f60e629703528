import { expect, test } from 'vitest';
import { resumption } from '../../lib/cli/batch.ts';
import { BatchProgress } from '../../lib/cli/batch-progress.ts';

const counting = {
  status: 'STARTED',
  total: null,
  done: 0,
  failed: 0,
  no_way: 0,
  per_second: null,
  ends_about: null,
};
const half = {
  ...counting,
  total: 200,
  done: 90,
  no_way: 7,
  failed: 3,
  per_second: 12.34,
  ends_about: '2026-11-27T08:02:00.000Z',
};
const now = Date.parse('2026-11-27T08:00:00.000Z');

test('on a terminal a bar with rate and time left, on one line', () => {
  const written: string[] = [];
  const progress = new BatchProgress({ isTTY: true, write: (text) => written.push(text) }, () => now);
  progress.show(counting);
  progress.show(half);
  progress.end();
  expect(written).toEqual([
    '\r\x1b[2KSTARTED: counting the lines',
    '\r\x1b[2K[############------------] STARTED 50 %, 100 of 200, 12.3/s, about 2 min left, 3 failed',
    '\r\x1b[2K',
  ]);
});

test('elsewhere a line a minute', () => {
  const written: string[] = [];
  let time = now;
  const progress = new BatchProgress({ write: (text) => written.push(text) }, () => time);
  for (const seconds of [0, 20, 40, 60, 80]) {
    time = now + 1000 * seconds;
    progress.show(half);
  }
  expect(written).toEqual([
    'STARTED 50 %, 100 of 200, 12.3/s, about 2 min left, 3 failed\n',
    'STARTED 50 %, 100 of 200, 12.3/s, about 60 s left, 3 failed\n',
  ]);
});

test('the command that comes back asks the same service', () => {
  expect(resumption('7', { output: 'results' })).toBe('npm run -s batch -- --resume 7 -o results');
  expect(resumption('7', { output: 'r', url: 'http://127.0.0.1:9000', sign: true })).toBe(
    'npm run -s batch -- --resume 7 -o r -u http://127.0.0.1:9000 --sign',
  );
  expect(resumption('7', { output: 'r', stack: 'polynya' })).toMatch(/ --stack polynya$/);
});
