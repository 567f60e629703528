import { AwsError } from '../errors.ts';

export type Attributes = Readonly<Record<string, { readonly type: string; readonly value: string }>>;

/** What is published. */
export interface Message {
  readonly subject: string | undefined;
  readonly text: string;
  readonly attributes: Attributes;
}

const MOST_BYTES = 256 * 1024;
/** A custom type may follow, as in `String.Place`; `String.Array` has a JSON array. */
const TYPE = /^(String|Number)(\.\w+)?$/;
const FIELD = /^(Action|Version|TopicArn|Message|Subject)$/;
const ATTRIBUTE = /^MessageAttributes\.entry\.(\d+)\.(?:Name|Value\.(?:DataType|StringValue))$/;

const invalid = (why: string) => new AwsError('InvalidParameter', `Invalid parameter: ${why}`);

/** Reads the form of a Publish. @throws AwsError for what SNS refuses, and for what local mode would leave out */
export function readMessage(form: URLSearchParams): Message {
  const unknown = [...form.keys()].find((key) => !FIELD.test(key) && !ATTRIBUTE.test(key));
  if (unknown) throw invalid(`local mode has no ${unknown}`);
  const [text, subject] = [form.get('Message') ?? '', form.get('Subject') ?? undefined];
  if (!text) throw invalid('Empty message');
  if (subject !== undefined && !/^[!-~][ -~]{0,99}$/.test(subject)) throw invalid('Subject');
  const attributes = readAttributes(form);
  const bytes = Object.entries(attributes).reduce(
    (sum, [name, { type, value }]) => sum + Buffer.byteLength(name + type + value),
    Buffer.byteLength(text),
  );
  if (bytes > MOST_BYTES) throw invalid('Message too long');
  return { subject, text, attributes };
}

function readAttributes(form: URLSearchParams): Attributes {
  const numbers = new Set([...form.keys()].flatMap((key) => ATTRIBUTE.exec(key)?.[1] ?? []));
  const entries = [...numbers].map((number) => {
    const of = (field: string) => form.get(`MessageAttributes.entry.${number}.${field}`) ?? '';
    const [name, type, value] = [of('Name'), of('Value.DataType'), of('Value.StringValue')];
    if (!name || !value) throw invalid(`The message attribute '${name}' must contain a non-empty value`);
    if (!TYPE.test(type)) throw invalid(`The message attribute '${name}' has the type '${type}'`);
    if (type.startsWith('Number') && !Number.isFinite(Number(value)))
      throw invalid(`The message attribute '${name}' is no number`);
    if (type === 'String.Array' && !isArray(value))
      throw invalid(`The message attribute '${name}' is no JSON array`);
    return [name, { type, value }] as const;
  });
  return Object.fromEntries(entries);
}

function isArray(json: string): boolean {
  try {
    return Array.isArray(JSON.parse(json));
  } catch {
    return false;
  }
}
