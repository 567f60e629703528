/** The environment of the handlers: made-up resources. */
export const variables = {
  AWS_REGION: 'eu-west-2',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  VEHICLES_TABLE: 'vehicles',
  ZONES_TABLE: 'zones',
  MESHES_TABLE: 'meshes',
  REQUESTS_TABLE: 'requests',
  MESH_BUCKET: 'mesh-bucket',
  IMPORT_FILE_FUNCTION: 'import-file',
  CALCULATOR_MEMORY_MB: '1769',
  API_URL: 'https://api.example/dev',
  CANARY_ROUTE: JSON.stringify({ start_lat: -69, start_lon: -59, end_lat: -61, end_lon: -51 }),
  ROUTE_BUCKET: 'route-bucket',
  ROUTE_WORKFLOW_ARN: 'arn:aws:states:eu-west-2:123456789012:stateMachine:routes:live',
};
