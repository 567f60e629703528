/** What of a voyage keeps it on one mesh, each as a message names it. */
export const notYetInForecast = (_voyage: unknown): string[] => [];
