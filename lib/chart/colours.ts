/** Colours of charts: those of the page's map by day. Routes are told apart by the colour-blind, and by their dash. */
export const colours = {
  ink: '#12263a',
  faint: '#5c7186',
  paper: '#ffffff',
  /** Beyond the mesh, or where there is none. */
  outside: '#dfe5e8',
  land: '#e9dfc4',
  coast: '#8a7d5c',
  fastest: '#d81b60',
  leastConsumption: '#00332c',
  within: '#b25000',
  leastMoney: '#5e3c99',
  reach: '#0072b2',
} as const;
