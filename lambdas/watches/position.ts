import { watches } from '../../lib/api/watches.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { describeReported } from '../../lib/watches/describe-watch.ts';
import { reportPositions } from '../../lib/watches/report-positions.ts';

const env = environment('WATCHES_TABLE');
const ports = {
  watches: new WatchTable(dynamo, env.WATCHES_TABLE),
  /** Imported when a file comes: it brings an XML parser, which no other light operation needs. */
  readTracks: async () => (await import('../../lib/route-files/read-route-file.ts')).readTrackFile,
};

export const handler = endpoint(watches.position, async ({ parameters, body, requester, answer }) => {
  const now = new Date();
  const reported = await reportPositions(ports, parameters.watch_id, body, requester, now);
  return answer(200, describeReported(reported, now));
});
