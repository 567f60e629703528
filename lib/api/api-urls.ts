/** Absolute URLs of what the API serves, as the client that sent the request can reach it. */
export interface ApiUrls {
  vehicle(vesselType: string): string;
  job(jobId: string): string;
  route(routeId: number): string;
}

/** @param base scheme, host and prefix of the request, without a trailing slash. */
export const apiUrls = (base: string): ApiUrls => ({
  vehicle: (vesselType) => `${base}/api/vehicle/${encodeURIComponent(vesselType)}`,
  job: (jobId) => `${base}/api/job/${jobId}`,
  route: (routeId) => `${base}/api/route/${routeId}`,
});
