/** Refuses a deployment that would replace or remove what must last. */
import { Command } from 'commander';
import { CommandFailed } from './run-command.ts';
import { readText } from './text-file.ts';

/** What holds data, or what clients and other systems know by its name. */
const LASTING = [
  'ApiGateway::ApiKey',
  'ApiGateway::RestApi',
  'ApiGateway::UsagePlan',
  'DynamoDB::Table',
  'S3::Bucket',
  'SQS::Queue',
  'StepFunctions::StateMachine',
];

/** `[~] AWS::DynamoDB::Table Storage/Meshes StorageMeshes123 replace`, as `cdk diff --no-color` prints it. */
const CHANGE = /^\[[-~]\] AWS::(\S+) .*\b(replace|may be replaced|destroy|orphan)\b/;

export function checkChangesCommand(): Command {
  return new Command('check_changes')
    .description(
      'Fails if what `cdk diff --no-color` printed would replace or remove what holds data, or the API, its key or the state machine.',
    )
    .argument('<file>', 'what it printed')
    .action(async (file: string) => {
      const text = await readText(file);
      // without this line cdk diff has failed, and its changes are not known
      if (!/Number of stacks with differences: \d+/.test(text)) {
        throw new CommandFailed(`${file} is not what a successful "cdk diff" prints`);
      }
      const lost = lastingChanges(text);
      if (lost.length > 0) throw new CommandFailed(`not to be deployed: ${lost.join('; ')}`);
      console.log('Nothing that must last is replaced or removed.');
    });
}

/** The lines of a diff by which something that must last is replaced or removed. */
export function lastingChanges(diff: string): string[] {
  return diff.split('\n').filter((line) => LASTING.includes(line.match(CHANGE)?.[1] ?? ''));
}
