/** Where ice charts are dropped in the mesh bucket. */
export const CHART_FOLDER = 'charts/';
