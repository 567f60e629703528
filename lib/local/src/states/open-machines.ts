import type { DataFolder } from '../data-folder.ts';
import type { EventBus } from '../events/bus.ts';
import type { BusEvent } from '../events/bus-event.ts';
import type { Principals } from '../iam/principals.ts';
import type { Functions } from '../lambda/functions.ts';
import type { ResolvedStack } from '../resolved-stack.ts';
import type { S3Api } from '../s3/api.ts';
import { type ExecutionRecord, ExecutionStore } from './execution-store.ts';
import { MapRuns } from './map/map-runs.ts';
import { StateMachine } from './state-machine.ts';

interface Parts {
  readonly stack: ResolvedStack;
  readonly principals: Principals;
  readonly functions: Functions;
  readonly s3: S3Api;
  readonly bus: EventBus;
  readonly data: DataFolder;
  readonly timeScale: number;
  /** Called when an execution enters a state or changes its status. */
  readonly onExecution: (execution: ExecutionRecord, state: string | undefined) => void;
}

/** The stack's state machines; every change of an execution's status is an event on the bus, as on AWS. */
export async function openMachines({
  stack,
  principals,
  functions,
  s3,
  bus,
  data,
  timeScale,
  onExecution,
}: Parts): Promise<StateMachine[]> {
  const machines = stack
    .ofType('AWS::StepFunctions::StateMachine')
    .map(async ({ logicalId, identity, properties }) => {
      const name = identity.attributes.Name!;
      const definition = properties.DefinitionString ?? properties.Definition;
      return new StateMachine({
        name,
        arn: identity.ref,
        roleArn: properties.RoleArn,
        definition: typeof definition === 'string' ? definition : JSON.stringify(definition),
        principal: principals.principal(properties.RoleArn, name),
        functions,
        timeScale,
        store: await ExecutionStore.open(data, data.folder('executions', logicalId)),
        mapRuns: await MapRuns.open(data, data.folder('map-runs', logicalId)),
        s3,
        onStatus: (execution) => {
          bus.publish(statusChange(execution));
          onExecution(execution, undefined);
        },
        onState: (execution, state) => onExecution(execution, state),
      });
    });
  return Promise.all(machines);
}

/** The ARNs of the stack's aliases and versions of state machines. */
export function qualifiedMachines(stack: ResolvedStack): string[] {
  const types = ['AWS::StepFunctions::StateMachineAlias', 'AWS::StepFunctions::StateMachineVersion'];
  return types.flatMap((type) => stack.ofType(type)).map(({ identity }) => identity.ref);
}

function statusChange(execution: ExecutionRecord): BusEvent {
  const { position: _, stopDate, output, error, cause, ...rest } = execution;
  return {
    source: 'aws.states',
    detailType: 'Step Functions Execution Status Change',
    resources: [execution.executionArn],
    detail: {
      ...rest,
      stopDate: stopDate ?? null,
      output: output ?? null,
      error: error ?? null,
      cause: cause ?? null,
      inputDetails: { included: true },
      outputDetails: output === undefined ? null : { included: true },
    },
  };
}
