/** Reads dropped or chosen files: routes, areas, which become zones, and ice charts, which the service reads. The readers are loaded when the first file comes. */
import { signal } from '@preact/signals';
import type { FileContent } from '../files/recognise.ts';
import type { ReadRoute } from '../route-files/read-route.ts';
import { contentOf } from './file-content.ts';
import { addChart } from './state/ice-charts.ts';
import { say } from './state/notices.ts';
import { showOwn } from './state/session.ts';
import * as state from './state/state.ts';
import { addZones, zonesOf } from './state/zones.ts';

/** The routes of the file that was opened, of which one is to be chosen, by their names. */
export const fileRoutes = signal<readonly { readonly name: string; readonly show: () => void }[]>([]);

/** Adds the areas of a file to the plan. */
export const openZoneFile = (file: File): Promise<void> =>
  explained(file, async () => showZones(file, await contentOf(file)));

/** A route to compare. */
export const openRouteFile = (file: File): Promise<void> =>
  explained(file, async () => showRoutes(file, await contentOf(file)));

export const openChartFile = (file: File): Promise<void> => explained(file, () => addChart(file));

/** A file that was dropped: an ice chart, a route to compare, areas, or a list of stops or a cruise plan. */
export const openFile = (file: File): Promise<void> =>
  explained(file, async () => {
    const content = await contentOf(file);
    const { isIceChart } = await import('../ice-charts/read/is-ice-chart.ts');
    const { isChartTrackFile } = await import('../route-files/read-csv.ts');
    if (content.format === 'cruise-plan' || (content.format === 'text' && !isChartTrackFile(content.text))) {
      const { openStopsFile } = await import('./stops/open-stops.ts');
      await openStopsFile(file);
    } else if (isIceChart(content)) await addChart(file);
    else if (content.format === 's124' || (await hasOnlyAreas(content))) await showZones(file, content);
    else await showRoutes(file, content);
  });

async function explained(file: File, open: () => Promise<void>): Promise<void> {
  try {
    await open();
  } catch (error) {
    say('error', `${file.name} can't be opened: ${(error as Error).message}`);
  }
}

/** Whether a file has areas and no line. */
async function hasOnlyAreas(content: FileContent): Promise<boolean> {
  const [{ areasIn }, { isArea }, { routesIn }] = await Promise.all([
    import('../zones/read/read-zones.ts'),
    import('../zones/read/zones-of-features.ts'),
    import('../route-files/read-route-file.ts'),
  ]);
  const isGood = (test: () => boolean) => {
    try {
      return test();
    } catch {
      return false; // the reader that is chosen says what is wrong
    }
  };
  const hasLine = () =>
    routesIn(content).routes.some(({ kind, waypoints }) => kind !== 'points' && waypoints.length > 0);
  return isGood(() => areasIn(content).features.some(isArea)) && !isGood(hasLine);
}

async function showZones(file: File, content: FileContent): Promise<void> {
  const { readZonesFile } = await import('../zones/read/read-zones.ts');
  const stem = file.name.replace(/\.\w+$/, '') || 'Zone';
  const nameless = (index: number, count: number) => (count === 1 ? stem : `${stem} ${index + 1}`);
  const { zones: candidates, notes } = readZonesFile(content, { property: 'name', nameless });
  const zones = zonesOf(candidates);
  const kindless = candidates.filter(({ kind }, i) => kind !== zones[i]!.kind).length;
  addZones(zones);
  const count = zones.length === 1 ? 'one area' : `${zones.length} areas`;
  const taken =
    kindless > 0
      ? [`${kindless} of a kind that it does not say ${kindless === 1 ? 'is' : 'are'} closed.`]
      : [];
  say('info', [`${file.name} was read as ${count}.`, ...taken, ...notes].join(' '));
}

async function showRoutes(file: File, content: FileContent): Promise<void> {
  const [{ readRouteFile }, { routeNames }, { describeRead }] = await Promise.all([
    import('../route-files/read-route-file.ts'),
    import('../route-files/choose-route.ts'),
    import('../route-files/describe-read.ts'),
  ]);
  const { routes, format, notes } = readRouteFile(content);
  const show = (route: ReadRoute) => {
    fileRoutes.value = [];
    const before = state.ownWaypoints.peek();
    const waypoints = route.waypoints.map(({ lat, lon }) => [lon, lat] as const);
    const stays = route.waypoints.slice(1, -1).flatMap(({ lat, lon, stayHours = 0 }) => {
      return stayHours > 0 ? [{ lat, lon, days: stayHours / 24 }] : [];
    });
    showOwn({ name: route.name ?? file.name, waypoints, ...(stays.length > 0 && { stays }) });
    const replaced = before ? [`It takes the place of ${before.name}; undo brings that back.`] : [];
    say(
      'info',
      [`${file.name} was read as ${describeRead(format, route)}.`, ...replaced, ...notes].join(' '),
    );
  };
  if (routes.length === 1) return show(routes[0]!);
  const names = routeNames(routes);
  fileRoutes.value = routes.map((route, i) => ({
    name: `${names[i]} (${route.given} points)`,
    show: () => show(route),
  }));
  say('info', `${file.name} has ${routes.length} routes: choose one under "A route of your own".`);
}
