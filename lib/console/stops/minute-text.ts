/** Times in links: `2026-12-24T18:00`, UTC. */
export const minuteText = (time: string | null): string => time?.slice(0, 16) ?? '';

/** Null where the text is none. */
export function timeFrom(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  const time = new Date(`${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
