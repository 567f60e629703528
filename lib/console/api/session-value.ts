/** Values kept for the session of the browser's tab; in memory where the browser refuses storage. */
const memory = new Map<string, string>();

export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeSession(key: string, value: string): void {
  memory.set(key, value);
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // kept in memory
  }
}

export function removeSession(key: string): void {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // it was never stored
  }
}

/** A preference that outlives the session, where the browser keeps it. */
export function readPreference(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writePreference(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the preference lasts as long as the page
  }
}
