/** Rounds a percentage up to four decimals, so that the stated limit stays true. */
export const roundedUp = (percent: number): number => Math.ceil(percent * 1e4) / 1e4;
