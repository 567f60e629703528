/** The public interface of the package; see README.md. */

export { type LocalDynamoDb, startDynamoDb } from './dynamodb/start-dynamodb.ts';
export { DamagedData, LocalStackError, PortTaken, UnusableFolder } from './errors.ts';
export type { AwsCall, CallFault, Faults } from './faults.ts';
export type { ApiKey } from './gateway/api-keys.ts';
export type { RequestLog } from './gateway/server.ts';
export { DEVELOPER } from './iam/principals.ts';
export type { Fault, InvocationLog } from './lambda/local-function.ts';
export {
  type LocalStack,
  type LocalStackEvents,
  type LocalStackOptions,
  startLocalStack,
} from './local-stack.ts';
export type { ExecutionRecord } from './states/execution-store.ts';
export { type SynthesisOptions, synthesise } from './synthesise.ts';
export { type Resource, readAssembly, type StackSource, type Template } from './template.ts';
