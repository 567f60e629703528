import { expect, test } from 'vitest';
import { ValueCell } from '../../lib/console/panel/value-cell.tsx';

const isBold = (value: number | null, least?: number) =>
  typeof ValueCell({ value, decimals: 2, ...(least !== undefined && { least }) }).props.children !== 'string';

test('of values that read alike all are bold where one is the least', () => {
  expect(isBold(1.736, 1.736)).toBe(true);
  expect(isBold(1.736 + 1e-9, 1.736)).toBe(true);
  expect(isBold(1.75, 1.736)).toBe(false);
  expect(isBold(1.736)).toBe(false);
  expect(isBold(null, Infinity)).toBe(false);
});
