import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

/** What a schema of `exports` in the reference data finds wrong with some documents. */
export async function schemaErrors(
  documents: readonly string[],
  schemaName: string,
): Promise<readonly string[]> {
  const path = new URL(`../../../shared/reference/exports/${schemaName}`, import.meta.url);
  const schema = { fileName: schemaName, contents: readFileSync(path, 'utf8') };
  const xml = documents.map((contents, i) => ({ fileName: `route-${i}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema: [schema] });
  return errors.map(({ message }) => message);
}
