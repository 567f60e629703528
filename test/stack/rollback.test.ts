/** The commands of docs/operations.md that roll back, run by bash with an `aws` that answers what AWS would. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';

const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
/** A function of the guide, without what indents it. */
const commands = (name: string) =>
  guide.match(new RegExp(`^( *)${name}\\(\\) \\{[^]*?^\\1\\}$`, 'm'))![0].replaceAll(/^ {3}/gm, '');

const MACHINE = 'arn:aws:states:eu-west-2:1:stateMachine:m';
const version = (number: number | string, LastModified: string) => ({
  Version: String(number),
  LastModified,
});
const lambda = {
  'routes-request': [
    version('$LATEST', '2026-11-23'),
    version(9, '2026-11-20'),
    version(10, '2026-11-22'),
    version(11, '2026-11-24'),
  ],
  'jobs-get': [version(1, '2026-11-24')], // new: there is nothing to go back to
};
/** The CLI prints these times, which AWS sends as numbers, in the time zone of whoever calls. */
const machine = (zone: string, hours: readonly string[]) => ({
  stateMachineVersions: hours.map((hour, i) => ({
    stateMachineVersionArn: `${MACHINE}:${12 - i}`,
    creationDate: `2026-11-23T${hour}:04:00.123000${zone}`,
  })),
});

/** Looks at the parts of a call that decide what AWS would answer; writes down what changes something. */
const aws = `#!/bin/bash
case "$*" in
  *"Lambda::Alias"*) printf 'routes-request:live\\tjobs-get:live\\n' ;;
  *"StateMachineAlias"*) echo '${MACHINE}:live' ;;
  *"list-versions-by-function --function-name routes-request "*) echo '${JSON.stringify({ Versions: lambda['routes-request'] })}' ;;
  *"list-versions-by-function --function-name jobs-get "*) echo '${JSON.stringify({ Versions: lambda['jobs-get'] })}' ;;
  *"list-state-machine-versions --state-machine-arn ${MACHINE} "*)
    if [ "$TZ" = UTC ]; then echo '${JSON.stringify(machine('+00:00', ['12', '11', '10']))}'
    else echo '${JSON.stringify(machine('-03:00', ['09', '08', '07']))}'; fi ;;
  *update*) echo "$*" >> "$CHANGES" ;;
  *) echo "unexpected: $*" >&2; exit 1 ;;
esac
`;

const hasTools = ['bash', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

test.skipIf(!hasTools)(
  'each alias goes back to what was published before a time, new handlers stay (needs bash and jq)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollback-'));
    const CHANGES = join(folder, 'changes');
    writeFileSync(join(folder, 'aws'), aws);
    chmodSync(join(folder, 'aws'), 0o755);
    const script = `set -euo pipefail\n${commands('resource')}\n${commands('rollback')}\nrollback 2026-11-23T12:00:00Z`;
    const env = {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      STACK: 'polynya-production',
      CHANGES,
      TZ: 'America/Punta_Arenas',
    };
    execFileSync('bash', ['--norc', '-c', script], { env }); // else it may read ~/.bashrc, which may find another aws
    const changes = readFileSync(CHANGES, 'utf8').trim().split('\n');
    rmSync(folder, { recursive: true });
    expect(changes).toEqual([
      expect.stringMatching(
        /^lambda update-alias --function-name routes-request --name live .*--function-version 10 --routing-config \{\}/,
      ),
      expect.stringMatching(
        /^stepfunctions update-state-machine-alias .*:live --routing-configuration stateMachineVersionArn=\S+:11,weight=100$/,
      ),
    ]);
  },
);
