import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalStackError } from '../errors.ts';
import type { ResolvedResource, ResolvedStack } from '../resolved-stack.ts';

/** File and name of a function's handler. */
export interface Bundle {
  /** The asset that the file is in; functions may share it. */
  readonly folder: string;
  readonly file: string;
  readonly exportName: string;
}

const EXTENSIONS = ['mjs', 'js', 'cjs'];

/**
 * Finds the handler of a function in the stack's assets; code inside the template is written to
 * `inlineFolder`.
 */
export async function findBundle(
  stack: ResolvedStack,
  { logicalId, properties }: ResolvedResource,
  inlineFolder: string,
): Promise<Bundle> {
  const handler = String(properties.Handler);
  const dot = handler.lastIndexOf('.');
  const folder = await codeDirectory(stack, logicalId, properties.Code, inlineFolder);
  for (const extension of EXTENSIONS) {
    const file = join(folder, `${handler.slice(0, dot)}.${extension}`);
    const found = await access(file).then(
      () => true,
      () => false,
    );
    if (found) return { folder, file, exportName: handler.slice(dot + 1) };
  }
  throw new LocalStackError(`The function ${logicalId} has no ${handler.slice(0, dot)}.mjs in ${folder}.`);
}

async function codeDirectory(
  stack: ResolvedStack,
  logicalId: string,
  code: { S3Key?: string; ZipFile?: string },
  inlineFolder: string,
): Promise<string> {
  if (code.ZipFile !== undefined) {
    const folder = join(inlineFolder, logicalId);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{}');
    await writeFile(join(folder, 'index.js'), code.ZipFile);
    return folder;
  }
  const directory = stack.assets.get(code.S3Key ?? '');
  if (!directory)
    throw new LocalStackError(`The code of the function ${logicalId} is not among the assembly's assets.`);
  return directory;
}
