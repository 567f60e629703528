/** The environment that the handlers read when they are imported: import this first. */
import { variables } from './variables.ts';

Object.assign(process.env, variables, {
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
  ALLOWED_ORIGINS: 'https://chart.example',
  LOCATIONS: JSON.stringify([{ id: 12, name: 'Grytviken', lat: -54.28, lon: -36.5 }]),
});
