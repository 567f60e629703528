import { openApiCommand } from '../lib/cli/openapi.ts';
import { runCommand } from '../lib/cli/run-command.ts';
import service from '../package.json' with { type: 'json' };

await runCommand(openApiCommand(service.version));
