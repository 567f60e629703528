/** The forecast that begins today: dropped and imported as a mesh pipeline does it, once a day for each data folder. */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalStack } from 'template-runner';
import type { MadeMesh } from '../sample-mesh/sample-mesh.ts';
import { importDropped } from './import-dropped.ts';

const MS_PER_DAY = 86_400_000;

const dayOf = (now: Date) => new Date(Math.floor(now.getTime() / MS_PER_DAY) * MS_PER_DAY);

/** Made once: a second of processor time. */
const generated = new Map<number, Promise<readonly MadeMesh[]>>();
function forecastFrom(from: Date): Promise<readonly MadeMesh[]> {
  const known = generated.get(from.getTime());
  if (known) return known;
  const made = import('../sample-mesh/sample-forecast.ts').then(({ generateSampleForecast }) =>
    generateSampleForecast({ from }),
  );
  generated.set(from.getTime(), made);
  return made;
}

/** Makes today's forecast now, while this process would wait; in a data folder that has one already it is not needed. */
export function makeForecastEarly(dataFolder: string, now: Date): void {
  if (readdirSync(dataFolder).some((name) => name.endsWith('.forecast'))) return;
  forecastFrom(dayOf(now)).catch(() => {}); // whoever needs it gets the error
}

/** @param onStep is called before the work, where there is any. @throws LocalStackError */
export async function addForecast(
  stack: Omit<LocalStack, 'stop'>,
  dataFolder: string,
  now: Date,
  onStep: (step: string) => void,
): Promise<void> {
  const done = join(dataFolder, `${stack.stackName}.forecast`);
  const from = dayOf(now);
  const day = from.toISOString().slice(0, 10);
  if ((await readFile(done, 'utf8').catch(() => '')) === day) return;
  onStep(`Making and importing a forecast of ten days from ${day}.`);
  const { droppedForecast } = await import('../sample-mesh/sample-forecast.ts');
  const [today, ...others] = await forecastFrom(from);
  // of meshes that were made on one day the one imported last is used where a request has no departure: today's
  await importDropped(stack, droppedForecast(others, from), 'sample forecast was');
  await importDropped(stack, droppedForecast([today!], from, 1), 'sample forecast was');
  await writeFile(done, day);
}
