/** The id of a chart: its reference time and a digest, `20261127T0600Z-0123456789ab`, so that ids sort as their times do. */
export const CHART_ID = /^\d{8}T\d{4}Z-[0-9a-f]{12}$/;

/** Its reference time, milliseconds since 1970. */
export const instantOfChart = (id: string): number => Date.parse(timeOfChart(id).replace(' UTC', 'Z'));

/** Its reference time as a sentence has it: `2026-11-27 06:00 UTC`. */
export const timeOfChart = (id: string): string =>
  id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z.*$/, '$1-$2-$3 $4:$5 UTC');
