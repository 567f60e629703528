/** Colours of charts. The two routes are told apart by the colour-blind (Okabe & Ito 2008) and by their dash. */
export const colours = {
  ink: '#12263a',
  faint: '#5c7186',
  paper: '#ffffff',
  /** Beyond the mesh, or where there is none. */
  outside: '#dbe7ee',
  land: '#8f8a7e',
  coast: '#6c675c',
  fastest: '#d55e00',
  leastConsumption: '#0072b2',
  within: '#007a59',
} as const;
