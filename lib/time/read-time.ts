/** Years have four digits, so that times that follow from this one can be written in every format. */
const TIME = /^(?<day>[12]\d{3}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?<zone>Z|[+-]\d\d:?\d\d)?$/i;

/** Reads an ISO 8601 time, UTC unless it says otherwise, as ships' times are; null where the text is none. */
export function readTime(text: string): Date | null {
  const { day, zone } = TIME.exec(text)?.groups ?? {};
  const time = new Date(zone ? text : `${text}Z`);
  if (!day || Number.isNaN(time.getTime())) return null;
  // Date takes 30 February for 2 March
  return new Date(day).toISOString().startsWith(day) ? time : null;
}

/** Likewise; a day alone is its first moment. */
export function readTimeOrDay(text: string): Date | null {
  return readTime(/^[\d-]{10}$/.test(text) ? `${text}T00:00` : text);
}
