import { createWriteStream, existsSync, openAsBlob, readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { batches, MAX_UPLOAD_BYTES } from '../api/batches.ts';
import { type AnswerOf, call, type Target } from './api-client.ts';
import { BatchProgress } from './batch-progress.ts';
import { tell } from './progress.ts';
import { CommandFailed } from './run-command.ts';
import { type AccessOptions, addAccessOptions, LOCAL_SERVICE, targetOf } from './service-access.ts';
import { accessStack } from './stack-outputs.ts';

/** The longest time that a service waits with its answer if the client prefers to wait. */
const WAIT_SECONDS = 20;
/** A terminal is told more often. */
const WAIT_AT_TERMINAL_SECONDS = 2;
const FAILURES_PER_PAGE = 500;
const PARTS_PER_PAGE = 500;
/** How names of files with rows begin. */
const PART = 'part-';
/** What a shell gives a command that Ctrl-C has ended. */
const INTERRUPTED = 130;

interface Options extends AccessOptions {
  readonly output: string;
  readonly url?: string;
  readonly stack?: string;
  readonly name?: string;
  readonly documents?: true;
  readonly certificate: boolean;
  readonly strict?: true;
  readonly resume?: string;
}

type Batch = AnswerOf<typeof batches.get>['body'];

/** `batch`: plans the routes of a file together, and fetches the results. */
export function batchCommand(): Command {
  const command = new Command('batch')
    .description(
      'Plans many routes together: uploads a file of requests, shows how far the batch is, and fetches its results.',
    )
    .argument(
      '[file]',
      'JSON Lines (.jsonl, .ndjson): a body of POST /api/route a line; or CSV with columns named as its fields; either may be gzipped (.gz)',
    )
    .option('-o, --output <folder>', 'folder for the results; it is made', 'batch')
    .option('-u, --url <url>', `where the service answers (default: "${LOCAL_SERVICE}")`)
    .option('--stack <name>', 'a deployed stack instead, with the usual AWS credentials and region')
    .option('--name <name>', 'what the batch is called (default: the name of the file)')
    .option('--documents', 'whole routes too, as JSON Lines')
    .option('--no-certificate', 'without proofs of how good the routes are: faster')
    .option('--strict', 'plan nothing if a line is wrong')
    .option('--resume <id>', 'wait for a batch that is there already, and fetch its results');
  return addAccessOptions(command)
    .addHelpText(
      'after',
      `
Results are GeoParquet files (part-00001.parquet, …), summary.csv, failures.jsonl where lines failed, and spread.json
of a study over meshes. Ctrl-C leaves the batch running. Exits with 0 when every line is answered, and with 1 when
lines failed or the batch did.`,
    )
    .action(batch);
}

async function batch(file: string | undefined, options: Options): Promise<void> {
  if (Boolean(file) === Boolean(options.resume)) {
    throw new CommandFailed(file ? 'give a file, or --resume, not both' : 'give a file, or --resume ID');
  }
  const target = await serviceOf(options);
  let id: string | null = null;
  const interrupted = () => {
    const goesOn = () => `The batch goes on. Come back with: ${resumption(id!, options)}`;
    tell(`\n${id === null ? 'Nothing was started.' : goesOn()}`);
    process.exit(INTERRUPTED);
  };
  process.once('SIGINT', interrupted);
  try {
    id = file ? await begin(target, file, options) : await resume(target, options.resume!);
    const over = await awaitEnd(target, id);
    if (over.results_url) await fetchResults(target, id, options.output, over);
    if (over.status === 'FAILURE') {
      for (const { reason } of over.info?.faults ?? []) tell(reason);
      throw new CommandFailed(`the batch failed: ${over.info?.error ?? 'it does not say why'}`);
    }
    if (over.status === 'REVOKED') throw new CommandFailed('the batch was cancelled; what was done is kept');
    if (over.failed > 0) {
      const where = join(options.output, 'failures.jsonl');
      throw new CommandFailed(`${over.failed} of ${over.total} lines failed: their reasons are in ${where}`);
    }
  } finally {
    process.off('SIGINT', interrupted);
  }
}

/** The command that comes back to the batch, at the same service; a key is not repeated. */
export const resumption = (id: string, { output, url, stack, sign }: Omit<Options, 'certificate'>): string =>
  [
    `npm run -s batch -- --resume ${id} -o ${output}`,
    url && `-u ${url}`,
    stack && `--stack ${stack}`,
    sign && '--sign',
  ]
    .filter(Boolean)
    .join(' ');

/** A batch whose start was missed is started; one that is over is only read. */
async function resume(target: Target, id: string): Promise<string> {
  const { body } = await ask(target, batches.get, { parameters: { batch_id: id } });
  if (body.status === 'PENDING') await ask(target, batches.start, { parameters: { batch_id: id } });
  return id;
}

async function serviceOf(options: Options): Promise<Target> {
  const { url, stack } = options;
  if (url && stack) throw new CommandFailed('give --url or --stack, not both');
  const address = stack ? (await accessStack({ stack, awsPort: 0 })).apiUrl : (url ?? LOCAL_SERVICE);
  return targetOf(address, options);
}

/** Makes the batch, uploads its file and starts it; returns its id. */
async function begin(target: Target, file: string, options: Options): Promise<string> {
  if (!existsSync(file)) throw new CommandFailed(`there is no file ${file}`);
  const upload = kindOf(file);
  const { size } = statSync(file);
  if (size > MAX_UPLOAD_BYTES)
    throw new CommandFailed(`${file} has ${size} bytes: a batch takes 1 GiB, send it in parts`);
  requireNoResults(options.output);
  const { name = basename(file), certificate, strict = false, documents } = options;
  const results = documents ? ('jsonl' as const) : ('parquet' as const);
  const made = await ask(target, batches.create, { body: { name, upload, certificate, strict, results } });
  const { id, upload: form } = made.body;
  await send(form!, file);
  await ask(target, batches.start, { parameters: { batch_id: id } });
  tell(`Batch ${id} is started.`);
  return id;
}

/** Results of another batch would be taken for those of this one. */
function requireNoResults(folder: string): void {
  if (!existsSync(folder)) return;
  if (readdirSync(folder).some((name) => name.startsWith(PART)))
    throw new CommandFailed(`${folder} has results of another batch: name another folder with --output`);
}

function kindOf(file: string): 'jsonl' | 'csv' {
  const extension = extname(file.replace(/\.gz$/i, '')).toLowerCase();
  if (extension === '.csv') return 'csv';
  if (extension === '.jsonl' || extension === '.ndjson') return 'jsonl';
  throw new CommandFailed(
    `${file} must be named .jsonl, .ndjson or .csv, with or without .gz, so that its lines can be read`,
  );
}

/** A form with the file as its last field, as S3 asks for it. */
async function send(
  { url, fields }: NonNullable<AnswerOf<typeof batches.create>['body']['upload']>,
  file: string,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', await openAsBlob(file));
  const answer = await fetch(url, { method: 'POST', body: form }).catch((error: Error) => {
    throw new CommandFailed(`can't upload ${file}: ${String(error.cause ?? error.message)}`);
  });
  if (!answer.ok) throw new CommandFailed(`can't upload ${file}: ${answer.status} ${await answer.text()}`);
}

/** Asks until the batch is over. */
async function awaitEnd(target: Target, id: string): Promise<Batch> {
  const progress = new BatchProgress();
  const seconds = process.stderr.isTTY ? WAIT_AT_TERMINAL_SECONDS : WAIT_SECONDS;
  const sent = { parameters: { batch_id: id }, headers: { Prefer: `wait=${seconds}` } };
  try {
    for (;;) {
      const { body } = await ask(target, batches.get, sent);
      progress.show(body);
      if (!['PENDING', 'STARTED'].includes(body.status)) return body;
    }
  } finally {
    progress.end();
  }
}

async function fetchResults(target: Target, id: string, folder: string, over: Batch): Promise<void> {
  await mkdir(folder, { recursive: true });
  let links = await linksOf(target, id);
  const names = [...links.keys()];
  for (const name of names) {
    const file = join(folder, name);
    if (await download(links.get(name)!, file)) continue;
    // links are good for a quarter of an hour
    links = await linksOf(target, id);
    if (!(await download(links.get(name)!, file))) throw new CommandFailed(`can't fetch ${file}`);
  }
  if (over.failed > 0) await writeFile(join(folder, 'failures.jsonl'), await failuresOf(target, id));
  const { done, no_way, failed } = over;
  tell(`${done} done, ${no_way} without a way, ${failed} failed. ${names.length} files are in ${folder}.`);
}

/** By the name of the file. */
async function linksOf(target: Target, id: string): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  let [parts, next]: [number, string | undefined] = [0, undefined];
  do {
    const query: { limit: string; next?: string } = { limit: String(PARTS_PER_PAGE), ...(next && { next }) };
    const { body }: AnswerOf<typeof batches.results> = await ask(target, batches.results, {
      parameters: { batch_id: id },
      query,
    });
    const { manifest, documents = [], summary_url, spread_url } = body;
    const numbered = (k: number) => `${PART}${String(parts + k + 1).padStart(5, '0')}`;
    for (const [k, { url }] of manifest.entries()) links.set(`${numbered(k)}.parquet`, url);
    for (const [k, { url }] of documents.entries()) links.set(`${numbered(k)}.jsonl`, url);
    if (summary_url) links.set('summary.csv', summary_url);
    if (spread_url) links.set('spread.json', spread_url);
    parts += manifest.length;
    next = body.next;
  } while (next);
  return links;
}

/** Whether the link was still good. */
async function download(url: string, file: string): Promise<boolean> {
  const answer = await fetch(url);
  if (!answer.ok) return false;
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file));
  return true;
}

async function failuresOf(target: Target, id: string): Promise<string> {
  let lines = '';
  let next: string | undefined;
  do {
    const query = { limit: String(FAILURES_PER_PAGE), ...(next && { next }) };
    const { body } = await ask(target, batches.failures, { parameters: { batch_id: id }, query });
    for (const failure of body.failures) lines += `${JSON.stringify(failure)}\n`;
    next = body.next;
  } while (next);
  return lines;
}

const ask: <O extends Parameters<typeof call>[1]>(
  target: Target,
  operation: O,
  sent: Parameters<typeof call<O>>[2],
) => Promise<AnswerOf<O>> = (target, operation, sent) => call(target, operation, sent, () => {});
