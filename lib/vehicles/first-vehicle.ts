/** The vehicle that the page begins with, where the service has it: of the sample, one whose speed can be chosen. */
export const FIRST_VEHICLE = 'research-ship';
