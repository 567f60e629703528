import { createRequire } from 'node:module';
import type { Callback, Store } from 'dynalite/db/index.js';
import validations from 'dynalite/validations/index.js';
import { AwsError } from '../errors.ts';

/** DynamoDB's operations that dynalite has. Its own server would parse and check every HTTP request again. */
const NAMES = [
  'BatchGetItem',
  'BatchWriteItem',
  'CreateTable',
  'DeleteItem',
  'DeleteTable',
  'DescribeTable',
  'DescribeTimeToLive',
  'GetItem',
  'ListTables',
  'ListTagsOfResource',
  'PutItem',
  'Query',
  'Scan',
  'TagResource',
  'UntagResource',
  'UpdateItem',
  'UpdateTable',
];

interface Operation {
  readonly types: object;
  readonly custom?: unknown;
  readonly act: (store: Store, data: object, callback: Callback<object>) => void;
}

const load = createRequire(import.meta.url);

const operations = new Map(
  NAMES.map((name): [string, Operation] => {
    const file = `${name[0]!.toLowerCase()}${name.slice(1)}.js`;
    return [name, { ...load(`dynalite/validations/${file}`), act: load(`dynalite/actions/${file}`) }];
  }),
);

export const isWrite = (operation: string): boolean =>
  !/^(BatchGet|Describe|Get|List|Query|Scan)/.test(operation);

/** Runs an operation. @throws Refusal; AwsError for an operation that dynalite does not have */
export function runOperation(
  store: Store,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<object> {
  const operation = operations.get(name);
  if (!operation) {
    throw new AwsError('UnknownOperationException', `Local mode has no DynamoDB operation ${name}.`);
  }
  const { types, custom, act } = operation;
  const data = validations.checkTypes({ ...input }, types);
  validations.checkValidations(data, types, custom, store);
  return new Promise((resolve, reject) => {
    act(store, data, (error, output) => (error ? reject(error) : resolve(output!)));
  });
}
