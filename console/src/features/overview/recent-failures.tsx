import { useQuery } from '@tanstack/react-query';
import { logAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { answerOf, api } from '../../shared/api/client.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import classes from './overview.module.css';

const SHOWN = 5;
const FRESH_MS = 60_000;

export function RecentFailures() {
  const { id } = useProject();
  const query = useQuery({
    queryKey: [id, 'logs', 'recent-failures'],
    refetchInterval: FRESH_MS,
    queryFn: ({ signal }) => {
      const params = { path: { project_id: id }, query: { status: '5xx', limit: SHOWN } };
      return answerOf(api.GET('/api/cloud/projects/{project_id}/logs', { params, signal }));
    },
  });
  return (
    <Region title="Recent failures">
      <QueryPart query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="dim">No request has failed in the service for three days.</p>
          ) : (
            <ul aria-label="Recent failures" className={classes.list}>
              {data
                .filter((entry) => entry.source === 'request')
                .map(({ id: entry, at, method, path, status, request_id: request }) => (
                  <li key={entry}>
                    <span>{status}</span>
                    <AppLink to={logAddress(id, request)}>
                      {method} {visibleLine(path, 80)}
                    </AppLink>
                    <TimeText at={at} />
                  </li>
                ))}
            </ul>
          )
        }
      </QueryPart>
    </Region>
  );
}
