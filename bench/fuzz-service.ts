/**
 * Sends invalid input to the service, made from valid input by mutation: requests of every operation (paths,
 * headers, bodies, files of routes, stations and ice charts), and meshes with their metadata.
 *
 *     npm run fuzz:service -- --seed 1 --inputs 2000
 *     npm run fuzz:service -- --seed 42 --inputs 1       repeats one input
 *
 * A finding is an answer of 500 or more, a refusal that is not `{"error": …}`, or an import that fails for
 * another reason than the file. Exits 1 on a finding. Runs in this process and uses the loopback interface
 * only.
 */
import { gridMesh } from '../test/local/grid-mesh.ts';
import { benchCommand, positive, seedOfNow } from './bench-command.ts';
import { fuzzImport } from './fuzz-service/meshes.ts';
import { type FuzzedRequest, fuzzRequest } from './fuzz-service/requests.ts';
import { Random } from './service/random.ts';
import { BenchService } from './service/service.ts';

const { seed: firstSeed, inputs } = benchCommand(
  'fuzz:service',
  'Sends changed requests, meshes and metadata to the local service, and looks for answers that must not be.',
)
  .option('--seed <number>', 'seed of the first input', positive, seedOfNow())
  .option('--inputs <number>', 'inputs to try', positive, 1000)
  .parse()
  .opts<{ seed: number; inputs: number }>();
/** One input in this many is an import of five meshes. */
const IMPORT_EVERY = 50;
/** Maximum number of findings printed. */
const SHOWN = 10;
/** Simultaneous requests: answers about running jobs are held for seconds. */
const AT_ONCE = 8;

/** Errors that functions logged: they explain an answer of 500 or more. */
const logged: string[] = [];
const service = await BenchService.start(
  { throttleRate: '10000', throttleBurst: '5000' },
  {
    onLine: (functionName, line) => {
      if (line.includes('"level":"ERROR"')) logged.push(`${functionName}: ${line.slice(0, 600)}`);
    },
  },
);
const byStatus: Record<string, number> = {};
const findings: string[] = [];

async function send({ method, path, headers, body }: FuzzedRequest): Promise<string | undefined> {
  const response = await fetch(service.stack.apiUrl + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && !['GET', 'HEAD'].includes(method) && { body }),
  });
  const text = await response.text();
  byStatus[response.status] = (byStatus[response.status] ?? 0) + 1;
  if (response.status >= 500) return `${response.status} ${text.slice(0, 200)}`;
  if (response.status < 400 || method === 'HEAD') return undefined;
  const isError = /^\{"error":".*\}$/s.test(text);
  return isError ? undefined : `${response.status} without a sentence: ${text.slice(0, 200)}`;
}

/** A file is seen when the input is repeated. */
const shown = ({ body, ...request }: FuzzedRequest): string =>
  JSON.stringify({ ...request, body: body instanceof Uint8Array ? `${body.length} bytes` : body }).slice(
    0,
    600,
  );

/** Sends one input, and records a finding. */
async function one(seed: number): Promise<void> {
  const random = new Random(seed);
  if (seed % IMPORT_EVERY === 0) {
    for (const finding of await fuzzImport(service, random, seed)) findings.push(`seed ${seed}: ${finding}`);
    return;
  }
  const request = fuzzRequest(random);
  const finding = await send(request).catch(
    (error: Error) => `${error.message}: ${(error.cause as Error)?.message}`,
  );
  if (finding) findings.push(`seed ${seed}: ${shown(request)}: ${finding}`);
}

console.log(`seed ${firstSeed}, ${inputs} inputs`);
await service.drop('sea', gridMesh(), '20240501T000000');
await service.importMeshes();
let next = 0;
const client = async () => {
  while (next < inputs && findings.length < SHOWN) await one(firstSeed + next++);
};
await Promise.all(Array.from({ length: AT_ONCE }, client));
const route = { start_lat: -69, start_lon: -59, end_lat: -61, end_lon: -51 };
const last = await service.call('POST', '/api/route', route);
if (last.status !== 202 && last.status !== 200) findings.push(`a valid request afterwards: ${last.status}`);
console.log(`answers: ${JSON.stringify(byStatus)}`);
console.log(findings.length > 0 ? `FOUND:\n${findings.join('\n')}` : 'nothing found');
if (findings.length > 0) console.log(`LOGGED:\n${logged.slice(0, SHOWN).join('\n')}`);
await service.end();
process.exit(findings.length > 0 ? 1 : 0);
