import { expect, test } from 'vitest';
import { logLine, printable, requestLine } from '../../lib/local-mode/console-lines.ts';

test('control characters and marks of direction are escaped', () => {
  expect(printable('a\u001b[2J\r\nb\u009b\u202ec é 極')).toBe('a\\x1b[2J\\x0d\\x0ab\\x9b\\u202ec é 極');
  expect(requestLine({ method: 'GET', url: '/a\u0007', status: 404, milliseconds: 1.6 })).toBe(
    'GET /a\\x07 404 2 ms',
  );
});

test.each([
  ['{"message":"job transition","job_id":"7","status":"STARTED"}', 'job 7 STARTED'],
  ['{"message":"job transition","job_id":"7","status":"X\\u001b[1m"}', 'job 7 X\\x1b[1m'],
  ['{"level":"ERROR","message":"failed","error":{"name":"E","message":"why"}}', 'ERROR f: failed: E: why'],
  ['{"level":"INFO","message":"fine"}', undefined],
  ['not JSON', undefined],
  ['null', undefined],
])('of the log line %s, this is printed: %s', (line, printed) => {
  expect(logLine('f', line)).toBe(printed);
});
