import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { runCommand } from '../lib/cli/run-command.ts';
import {
  droppedForecast,
  FORECAST_DAYS,
  generateSampleForecast,
} from '../lib/sample-mesh/sample-forecast.ts';

const MOST_DAYS = 60;

function parseDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime())) return day;
  throw new InvalidArgumentError('It must be a day such as 2026-11-27.');
}

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return days;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_DAYS}.`);
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (Number.isInteger(hours) && hours >= 0 && hours <= 240) return hours;
  throw new InvalidArgumentError('It must be a whole number of hours from 0 to 240.');
}

interface Options {
  readonly from: Date;
  readonly days: number;
  readonly shift: number;
  readonly output: string;
}

const today = () => parseDay(new Date().toISOString().slice(0, 10));

const command = new Command('sample_forecast')
  .description(
    'Writes a forecast of the Southern Ocean, an environment mesh a day, with the metadata that a mesh pipeline delivers; prints the paths. Where it begins on the same day, it is the same.',
  )
  .option('--from <day>', 'first day, such as 2026-11-27 (default: today, UTC)', parseDay)
  .option('--days <number>', `days, up to ${MOST_DAYS}`, parseDays, FORECAST_DAYS)
  .option(
    '--shift <hours>',
    'the weather of so many hours later: another forecast of the same days',
    parseHours,
    0,
  )
  .option('-o, --output <folder>', 'folder to write to; it is made', '.')
  .action(async ({ from = today(), days, shift, output }: Options) => {
    await mkdir(output, { recursive: true });
    const { meshes, metadataName, metadataGzip } = droppedForecast(
      generateSampleForecast({ from, days, shiftHours: shift }),
      from,
    );
    for (const { name, gzip } of [...meshes, { name: metadataName, gzip: metadataGzip }]) {
      const file = join(output, name);
      await writeFile(file, gzip);
      console.log(file);
    }
  });

await runCommand(command);
