import { Command } from 'commander';
import type { ListAnswer } from '../meshes/import/mesh-commands.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import { invokeImport } from './import-function.ts';
import { accessStack, addStackOptions, type StackAccess, type StackOptions } from './stack-outputs.ts';

const COLUMNS: readonly [title: string, text: (mesh: MeshRecord) => string][] = [
  ['id', ({ id }) => String(id)],
  ['name', ({ name }) => name],
  ['kind', ({ kind }) => kind],
  ['created (UTC)', ({ created }) => created.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)],
  ['valid', ({ validDateStart, validDateEnd }) => `${validDateStart ?? '?'} to ${validDateEnd ?? '?'}`],
  ['latitudes', ({ bounds }) => `${bounds.latMin} to ${bounds.latMax}`],
  ['longitudes', ({ bounds }) => `${bounds.lonMin} to ${bounds.lonMax}`],
  ['cells', ({ cellCount }) => String(cellCount)],
  ['md5', ({ md5 }) => md5],
  ['removed', ({ removed }) => removed?.slice(0, 'yyyy-mm-dd'.length) ?? ''],
];

/** `list_meshes` */
export function listMeshesCommand(): Command {
  const command = new Command('list_meshes')
    .description('Prints the meshes of the service, the most recently created first.')
    .option('--json', 'print a JSON array of the mesh records')
    .addHelpText('after', '\nA mesh with a date under "removed" was taken out of selection by remove_mesh.')
    .action(async ({ json, ...options }: StackOptions & { json?: boolean }) => {
      const meshes = await allMeshes(await accessStack(options));
      if (json) console.log(JSON.stringify(meshes, null, 2));
      else if (meshes.length > 0) for (const line of table(meshes)) console.log(line);
      else process.stderr.write('There are no meshes.\n');
    });
  return addStackOptions(command);
}

async function allMeshes(stack: StackAccess): Promise<MeshRecord[]> {
  const meshes: MeshRecord[] = [];
  let after: string | null = null;
  do {
    const page: ListAnswer = await invokeImport(stack, { list: after === null ? {} : { after } });
    meshes.push(...page.meshes);
    after = page.next;
  } while (after !== null);
  return meshes;
}

/** Lines with aligned columns, two spaces apart. */
function table(meshes: readonly MeshRecord[]): string[] {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...meshes.map((mesh) => COLUMNS.map(([, text]) => text(mesh))),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
