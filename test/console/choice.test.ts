import { expect, test } from 'vitest';
import { Choice } from '../../lib/console/panel/choice.tsx';

test('a choice keeps its name where narrow screens hide the text of its label', () => {
  const label = Choice({ label: 'Projection', value: 'a', options: [['a', 'A']], onChoose: () => {} });
  const children = label.props.children as unknown as { type: string; props: Record<string, unknown> }[];
  expect(children.find(({ type }) => type === 'select')?.props).toMatchObject({ 'aria-label': 'Projection' });
});
