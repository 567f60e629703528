import { Command } from 'commander';
import { openApi } from '../api/openapi.ts';
import { parseBaseUrl } from './api-client.ts';
import { outputOption, writeOutput } from './output-file.ts';

/** `openapi`: writes the OpenAPI description of the API. */
export function openApiCommand(version: string): Command {
  return new Command('openapi')
    .description('Writes the OpenAPI 3.1 description of the API as JSON.')
    .argument('[url]', 'where the service answers', 'http://127.0.0.1:8000')
    .addOption(outputOption())
    .action(async (url: string, { output }: { output?: string }) => {
      const text = `${JSON.stringify(openApi(version, parseBaseUrl(url)), null, 2)}\n`;
      await writeOutput(text, output);
    });
}
