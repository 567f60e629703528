import { expect, test } from 'vitest';
import { type Json, resourcesOf, templateOf } from './template.ts';

const machines = Object.entries(resourcesOf(templateOf(), 'AWS::StepFunctions::StateMachine'));
const [, machine] = machines.find(([id]) => id.startsWith('WatchWorkflow'))!;
const text = machine.Properties.DefinitionString['Fn::Join'][1]
  .map((part: Json) => (typeof part === 'string' ? part : 'reference'))
  .join('');

test('a watch whose check fails, and whose failure can’t be noted, keeps no other from its check', () => {
  const { Check, NoteFailure, Checked } = JSON.parse(text).States.CheckWatches.ItemProcessor.States;
  const ofAll = { ErrorEquals: ['States.ALL'] };
  expect(Check.Catch).toEqual([expect.objectContaining({ ...ofAll, Next: 'NoteFailure' })]);
  expect(NoteFailure.Catch).toEqual([expect.objectContaining({ ...ofAll, Next: 'Checked' })]);
  expect(NoteFailure.Parameters.Payload['began.$']).toBe('$.began');
  expect(JSON.parse(text).States.CheckWatches.ItemSelector['began.$']).toBe('$$.Execution.StartTime');
  expect(Checked).toEqual({ Type: 'Succeed' });
});
