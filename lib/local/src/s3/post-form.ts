/** Uploads by a form (POST Object), which may do what the policy in it allows. */
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AwsError } from '../errors.ts';

type Fields = Readonly<Record<string, string>>;

export interface Form {
  /** By lower-case name. */
  readonly fields: Fields;
  readonly file: AsyncIterable<Buffer>;
}

type Condition =
  | readonly [string, string, string]
  | readonly ['content-length-range', number, number]
  | Fields;

/** Fields that no condition has to name. */
const UNCONDITIONAL = ['policy', 'x-amz-signature', 'file'];

/** The fields before the file, and the file, which has to be read to its end. @throws AwsError `MalformedPOSTRequest` */
export function readForm(request: IncomingMessage): Promise<Form> {
  const malformed = (why: string) => new AwsError('MalformedPOSTRequest', `The form is malformed: ${why}`);
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const form = new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fieldSize: 64 * 1024, files: 1 },
    });
    form.on('field', (name, value) => {
      fields[name.toLowerCase()] = value;
    });
    form.on('file', (_, file) => resolve({ fields, file }));
    form.on('finish', () => reject(malformed('it has no file')));
    form.on('error', (error) => reject(malformed((error as Error).message)));
    request.pipe(form);
  });
}

/** Checks a form against its policy. @throws AwsError `AccessDenied` */
export function checkPolicy(bucket: string, { policy, ...fields }: Fields, now = new Date()): LengthRange {
  const denied = (why: string) => new AwsError('AccessDenied', `Invalid according to Policy: ${why}`, 403);
  if (!policy) throw denied('the form has none');
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as {
    expiration: string;
    conditions: Condition[];
  };
  if (!(Date.parse(expiration) > now.getTime())) throw denied('Policy expired.');
  const values: Fields = { ...fields, bucket };
  const named = new Set<string>();
  let range: LengthRange = { least: 0, most: Number.POSITIVE_INFINITY };
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      range = { least: Number(condition[1]), most: Number(condition[2]) };
      continue;
    }
    const [kind, field, wanted] = Array.isArray(condition)
      ? (condition as readonly string[])
      : ['eq', ...Object.entries(condition)[0]!];
    const name = field!.replace(/^\$/, '').toLowerCase();
    named.add(name);
    const value = values[name] ?? '';
    const holds = kind === 'eq' ? value === wanted : kind === 'starts-with' && value.startsWith(wanted!);
    if (!holds) throw denied(`Policy Condition failed: ["${kind}", "$${name}", "${wanted}"]`);
  }
  const extra = Object.keys(fields).find((name) => !named.has(name) && !UNCONDITIONAL.includes(name));
  if (extra) throw denied(`Extra input fields: ${extra}`);
  return range;
}

export interface LengthRange {
  readonly least: number;
  readonly most: number;
}

/** Ends a file that is larger or smaller than allowed. */
export function within({ least, most }: LengthRange): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _, done) {
      bytes += piece.length;
      if (bytes <= most) done(null, piece);
      else done(new AwsError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size'));
    },
    flush(done) {
      if (bytes >= least) done();
      else
        done(new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size'));
    },
  });
}
