import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importMeshesCommand } from '../../lib/cli/import-meshes.ts';
import { insertMeshCommand } from '../../lib/cli/insert-mesh.ts';
import { listMeshesCommand } from '../../lib/cli/list-meshes.ts';
import { removeMeshCommand } from '../../lib/cli/remove-mesh.ts';
import { badMeshes } from '../meshes/bad-meshes.ts';
import { md5Of } from '../meshes/memory-ports.ts';
import { bytesOf, gridMesh } from '../meshes/mesh-files.ts';
import { meshRecord } from '../meshes/mesh-records.ts';
import { runInProcess } from './run-in-process.ts';

const cloudFormation = mockClient(CloudFormationClient);
const lambda = mockClient(LambdaClient);
const s3 = mockClient(S3Client);

const mesh = bytesOf(gridMesh());
const md5 = md5Of(mesh);
const bounds = { latMin: -60, latMax: -57, lonMin: 0, lonMax: 3 };
const insertedResult = {
  file: 'x',
  outcome: 'inserted',
  id: 2,
  md5,
  created: '2024-02-14T05:05:00.000Z',
  bounds,
};

let folder: string;
const path = (name: string) => join(folder, name);
const answer = (payload: unknown, FunctionError?: string) =>
  lambda.on(InvokeCommand).resolves({
    Payload: Buffer.from(JSON.stringify(payload)) as never,
    ...(FunctionError && { FunctionError }),
  });

const sentCommands = () =>
  lambda.commandCalls(InvokeCommand).map(({ args }) => JSON.parse(String(args[0].input.Payload)));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polynya-'));
  writeFileSync(path('good.vessel.json'), mesh);
  writeFileSync(path('good.vessel.json.gz'), gzipSync(mesh));
  writeFileSync(path('cut.json.gz'), gzipSync(mesh).subarray(0, 200));
  mkdirSync(path('folder.json'));
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  for (const mock of [cloudFormation, lambda, s3]) mock.reset();
  const outputs = { MeshBucketName: 'bucket', ImportFunctionName: 'import' };
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  cloudFormation.on(DescribeStacksCommand).resolves({
    Stacks: [{ StackName: 'polynya', CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE', Outputs }],
  });
  s3.on(PutObjectCommand).resolves({});
  answer({ results: [insertedResult] });
});

const insert = (...args: string[]) => runInProcess(insertMeshCommand(), args);
const importNew = (...args: string[]) => runInProcess(importMeshesCommand(), args);

describe('insert_mesh', () => {
  it.each(['good.vessel.json', 'good.vessel.json.gz'])('uploads %s and has it inserted', async (name) => {
    const { code, stdout, stderr } = await insert(path(name));
    expect(stdout).toBe(
      `${path(name)}: inserted as mesh 2, md5 ${md5}, created 2024-02-14T05:05:00.000Z, latitudes -60 to -57, longitudes 0 to 3\n`,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const upload = s3.commandCalls(PutObjectCommand)[0].args[0].input;
    expect(upload).toMatchObject({ Bucket: 'bucket', Key: `inserted/${md5}/good.vessel.json.gz` });
    expect(gunzipSync(upload.Body as Uint8Array).equals(mesh)).toBe(true);
    const invocation = lambda.commandCalls(InvokeCommand)[0].args[0].input;
    expect(invocation.FunctionName).toBe('import');
    expect(JSON.parse(String(invocation.Payload))).toEqual({ insert: [upload.Key] });
  });

  it('has several files inserted by one run of the import, which tells of all once', async () => {
    writeFileSync(path('bad.json'), '{}');
    const files = ['good.vessel.json', 'bad.json', 'good.vessel.json.gz'].map(path);
    answer({ results: [insertedResult, { file: 'x', outcome: 'already stored', md5 }] });
    const { code, stdout } = await insert(...files);
    expect(stdout.split('\n').map((line) => line.split(/[:,]/).slice(0, 2))).toEqual([
      [files[0], ' inserted as mesh 2'],
      [files[1], ' refused'],
      [files[2], ' already stored'],
      [''],
    ]);
    expect(code).toBe(1);
    expect(sentCommands()).toEqual([{ insert: Array(2).fill(`inserted/${md5}/good.vessel.json.gz`) }]);
    // as many as one run has the time for
    lambda.reset();
    answer({ results: Array(100).fill(insertedResult) });
    await insert(...Array(101).fill(files[0]));
    expect(sentCommands().map(({ insert: keys }) => keys.length)).toEqual([100, 1]);
  });

  it('says what is stored already', async () => {
    answer({ results: [{ file: 'x', outcome: 'already stored', md5 }] });
    const { code, stdout } = await insert(path('good.vessel.json'));
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${path('good.vessel.json')}: already stored, md5 ${md5}\n`,
    });
  });

  it('refuses what is no mesh with a line each, uploads none of it, and goes on', async () => {
    const names = ['missing.json', 'folder.json', 'cut.json.gz', 'good.vessel.json'];
    const { code, stdout } = await insert(...names.map(path));
    expect(stdout.split('\n')).toEqual([
      `${path('missing.json')}: refused: there is no such file`,
      `${path('folder.json')}: refused: a directory, not a file`,
      expect.stringMatching(/cut\.json\.gz: refused: truncated or damaged gzip/),
      expect.stringMatching(/good\.vessel\.json: inserted/),
      '',
    ]);
    expect(code).toBe(1);
    expect(s3.commandCalls(PutObjectCommand)).toHaveLength(1);
  });

  it.each(badMeshes)('refuses %s', async (_, bytes, reason) => {
    writeFileSync(path('bad.json'), bytes);
    const { code, stdout } = await insert(path('bad.json'));
    const [line, ...rest] = stdout.split('\n');
    expect(rest).toEqual(['']);
    expect(line!.replace(/^.*?bad\.json: refused: /, '')).toMatch(reason);
    expect(code).toBe(1);
    expect(s3.calls()).toHaveLength(0);
  });

  it('tells of an upload that failed', async () => {
    s3.on(PutObjectCommand).rejects(new Error('Access Denied'));
    const { code, stdout } = await insert(path('good.vessel.json'));
    expect(stdout).toContain('failed: Error: Access Denied');
    expect(code).toBe(1);
  });

  it('tells of an import that crashed', async () => {
    answer({ errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 900 seconds' }, 'Unhandled');
    const { stdout } = await insert(path('good.vessel.json'));
    expect(stdout).toContain('the import ended with Sandbox.Timedout: Task timed out after 900 seconds');
  });

  it('hands on when the mesh was made, and that it is to be restored', async () => {
    answer({ results: [{ file: 'x', outcome: 'restored', id: 2, md5 }] });
    const { code, stdout } = await insert(
      path('good.vessel.json'),
      '--created',
      '2024-02-14T06:05+01:00',
      '--restore',
    );
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${path('good.vessel.json')}: restored as mesh 2, md5 ${md5}\n`,
    });
    expect(sentCommands()).toEqual([
      {
        insert: [`inserted/${md5}/good.vessel.json.gz`],
        created: '2024-02-14T05:05:00.000Z',
        restore: true,
      },
    ]);
  });

  it.each([
    ['2024-02-14', '2024-02-14T00:00:00.000Z'],
    ['2024-02-14T05:05', '2024-02-14T05:05:00.000Z'],
    ['2024-02-14T05:05:06Z', '2024-02-14T05:05:06.000Z'],
  ])('takes %s as UTC', async (created, expected) => {
    await insert(path('good.vessel.json'), '--created', created);
    expect(sentCommands()).toMatchObject([{ created: expected }]);
  });

  it.each(['yesterday', '14.2.2024', '2024', '2024-13-01', '2024-02-30'])(
    'refuses --created %s',
    async (created) => {
      const { code, stderr } = await insert(path('good.vessel.json'), '--created', created);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('ISO 8601') });
      expect(s3.calls()).toHaveLength(0);
    },
  );

  it('exits with 1 for a mesh that stays removed', async () => {
    const reason = 'mesh 2 was removed on 2024-03-01; insert_mesh --restore brings it back';
    answer({ results: [{ file: 'x', outcome: 'removed', md5, reason }] });
    expect(await insert(path('good.vessel.json'))).toMatchObject({
      code: 1,
      stdout: `${path('good.vessel.json')}: removed: ${reason}\n`,
    });
  });

  it('needs a file', async () => {
    const { code, stderr } = await insert();
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('missing required argument'),
    });
  });
});

describe('import_new_meshes', () => {
  it('prints a line per mesh, and is content where some only wait', async () => {
    const waiting = {
      file: 'b.vessel.json',
      outcome: 'waiting',
      reason: 'meshes/b.vessel.json.gz is not there yet',
    };
    answer({ results: [{ ...insertedResult, file: 'a.vessel.json' }, waiting] });
    const { code, stdout } = await importNew();
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^a\.vessel\.json: inserted as mesh 2/),
      'b.vessel.json: waiting: meshes/b.vessel.json.gz is not there yet',
      '',
    ]);
    expect(lambda.commandCalls(InvokeCommand)[0].args[0].input.Payload).toBe('{}');
  });

  it.each(['refused', 'failed'])('exits with 1 where a mesh %s', async (outcome) => {
    answer({ results: [{ file: 'a.vessel.json', outcome, reason: 'why' }] });
    expect(await importNew()).toMatchObject({ code: 1, stdout: `a.vessel.json: ${outcome}: why\n` });
  });

  it('says so where there is nothing', async () => {
    answer({ results: [] });
    expect(await importNew()).toEqual({ code: 0, stdout: '', stderr: 'There is nothing new.\n' });
  });
});

describe('list_meshes', () => {
  const list = (...args: string[]) => runInProcess(listMeshesCommand(), args);
  const southern = meshRecord({ id: 12, validDateEnd: '2024-02-13' });
  const old = meshRecord({
    id: 1,
    name: 'old.json',
    kind: 'environment',
    removed: '2024-03-01T00:00:00.000Z',
  });

  it('prints every page as one table', async () => {
    lambda.reset();
    const pages = [
      { meshes: [southern], next: 'more' },
      { meshes: [old], next: null },
    ].map((page) => ({ Payload: Buffer.from(JSON.stringify(page)) as never }));
    lambda.on(InvokeCommand).resolvesOnce(pages[0]!).resolvesOnce(pages[1]!);
    const { code, stdout, stderr } = await list();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(sentCommands()).toEqual([{ list: {} }, { list: { after: 'more' } }]);
    const md5 = 'a7c0460a8818db39ca6213b546f6a21c';
    expect(stdout.split('\n')).toEqual([
      `id  name                 kind         created (UTC)        valid                     latitudes   longitudes  cells  ${'md5'.padEnd(32)}  removed`,
      `12  weddell.vessel.json  vessel       2024-02-14T05:05:00  2024-02-11 to 2024-02-13  -80 to -45  -70 to 0    8302   ${md5}`,
      `1   old.json             environment  2024-02-14T05:05:00  2024-02-11 to ?           -80 to -45  -70 to 0    8302   ${md5}  2024-03-01`,
      '',
    ]);
  });

  it('prints the records as JSON', async () => {
    answer({ meshes: [southern, old], next: null });
    expect(JSON.parse((await list('--json')).stdout)).toEqual([southern, old]);
  });

  it('says so where there is none', async () => {
    answer({ meshes: [], next: null });
    expect(await list()).toEqual({ code: 0, stdout: '', stderr: 'There are no meshes.\n' });
    expect(JSON.parse((await list('--json')).stdout)).toEqual([]);
  });
});

describe('remove_mesh', () => {
  const remove = (...args: string[]) => runInProcess(removeMeshCommand(), args);

  it('prints a line for each mesh, and exits with 1 where there is none', async () => {
    answer({ removed: [{ id: 7, name: 'a.vessel.json', md5, removed: '2024-03-01T00:00:00.000Z' }, null] });
    expect(await remove('7', '9')).toEqual({
      code: 1,
      stdout: `mesh 7: removed, a.vessel.json, md5 ${md5}\nmesh 9: there is none\n`,
      stderr: '',
    });
    expect(sentCommands()).toEqual([{ remove: [7, 9] }]);
  });

  it.each(['0', 'x', '1.5', '-1'])('refuses %s', async (id) => {
    const { code, stderr } = await remove(id);
    expect(code).toBe(1);
    expect(stderr).toMatch(/whole numbers from 1|unknown option/);
    expect(lambda.calls()).toHaveLength(0);
  });
});

describe('finding the stack', () => {
  it('names the port where no local service answers', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(new Error('connect ECONNREFUSED 127.0.0.1:4567'));
    const { code, stderr } = await importNew('--aws-port', '4567');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^import_new_meshes: no local service answers on port 4567 .*npm start.*\n$/);
  });

  it('asks for the deployed stack that is named', async () => {
    await importNew('--stack', 'polynya-production');
    expect(cloudFormation.commandCalls(DescribeStacksCommand)[0].args[0].input).toEqual({
      StackName: 'polynya-production',
    });
    cloudFormation.on(DescribeStacksCommand).rejects(new Error('Stack with id x does not exist'));
    expect((await importNew('--stack', 'x')).stderr).toContain("the stack x can't be read: Stack with id x");
  });

  it('says so where the stack is another', async () => {
    const Stacks = [{ StackName: 'x', CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE' as const }];
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks });
    expect((await importNew()).stderr).toContain('the stack has no output MeshBucketName');
  });

  it.each(['0', 'x', '70000'])('refuses port %s', async (port) => {
    expect((await importNew('--aws-port', port)).stderr).toContain('Expected a port of 1 to 65535.');
  });
});
