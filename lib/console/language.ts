/**
 * A browser without a usual language (`LANG=C`: a kiosk, a container) calls its own `en-US@posix`, which its Intl
 * refuses. Libraries ask Intl for that language while they load, and the page would not start. Nothing that the page
 * writes depends on the language, so there it takes a known one.
 */
export function useKnownLanguage(): void {
  if (isKnown(navigator.language)) return;
  Object.defineProperty(navigator, 'language', { get: () => 'en-GB', configurable: true });
  Object.defineProperty(navigator, 'languages', { get: () => ['en-GB'], configurable: true });
}

function isKnown(language: string): boolean {
  try {
    Intl.getCanonicalLocales(language);
    return true;
  } catch {
    return false;
  }
}
