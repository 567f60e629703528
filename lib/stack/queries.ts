/**
 * Queries that answer what operators ask, saved in CloudWatch Logs Insights under the stack's name. Whoever runs one
 * replaces the text in capital letters.
 */
export const queries: Readonly<Record<string, readonly string[]>> = {
  'Requests of one requester': [
    'fields @timestamp, outcome, job_id, route_id, vehicle_type, start.0, start.1, end.0, end.1',
    'filter message = "submission" and requester = "REQUESTER"',
    'sort @timestamp desc',
  ],
  'Refusals of one requester': [
    'fields @timestamp, method, path, status, refused',
    'filter message = "request" and requester = "REQUESTER" and ispresent(refused)',
    'sort @timestamp desc',
  ],
  'Requests by requester and outcome': [
    'filter message = "submission"',
    'stats count(*) as requests by requester, outcome',
    'sort requests desc',
  ],
  'One job': [
    'fields @timestamp, message, status, outcome, next, @message',
    'filter job_id = "JOB"',
    'sort @timestamp',
  ],
  'Failed calculations': [
    'fields @timestamp, job_id, next, failure.Error, failure.Cause',
    'filter message = "calculation failed"',
    'sort @timestamp desc',
  ],
};
