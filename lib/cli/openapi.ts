import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { openApi } from '../api/openapi.ts';
import { parseBaseUrl } from './api-client.ts';
import { CommandFailed } from './run-command.ts';

/** `openapi`: writes the OpenAPI description of the API. */
export function openApiCommand(version: string): Command {
  return new Command('openapi')
    .description('Writes the OpenAPI 3.1 description of the API as JSON.')
    .argument('[url]', 'where the service answers', 'http://127.0.0.1:8000')
    .option('-o, --output <file>', 'file to write to (default: standard output)')
    .action(async (url: string, { output }: { output?: string }) => {
      const text = `${JSON.stringify(openApi(version, parseBaseUrl(url)), null, 2)}\n`;
      if (output === undefined || output === '-') {
        process.stdout.write(text);
        return;
      }
      await writeFile(output, text).catch(({ message }) => {
        throw new CommandFailed(`can't write the description: ${message}`);
      });
    });
}
