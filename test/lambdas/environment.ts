/** The environment that the handlers read when they are imported: import this first. */
Object.assign(process.env, {
  AWS_REGION: 'eu-west-2',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
  VEHICLES_TABLE: 'vehicles',
  ZONES_TABLE: 'zones',
  MESHES_TABLE: 'meshes',
  REQUESTS_TABLE: 'requests',
  MESH_BUCKET: 'mesh-bucket',
  IMPORT_FILE_FUNCTION: 'import-file',
  ROUTE_BUCKET: 'route-bucket',
  ROUTE_WORKFLOW_ARN: 'arn:aws:states:eu-west-2:123456789012:stateMachine:routes:live',
  ALLOWED_ORIGINS: 'https://chart.example',
  LOCATIONS: JSON.stringify([{ id: 12, name: 'Grytviken', lat: -54.28, lon: -36.5 }]),
});
