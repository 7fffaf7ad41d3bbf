import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { sessionFetch } from '../../shared/api/session-fetch.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { formatBytes, formatMs } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleText } from '../../shared/text/visible-text.ts';

const REFRESH_MS = 10_000;
const LOOKS = { ok: 'good', behind: 'warning', failing: 'bad' } as const;

export function ArchiveState() {
  const query = useQuery({
    queryKey: ['health'],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => readHealth(signal),
  });
  if (query.data === undefined && !query.isError) return null;
  return (
    <QueryPart query={query} lines={1}>
      {({ details }) => details?.archive !== undefined && <ArchiveLine {...details.archive} />}
    </QueryPart>
  );
}

interface Health {
  readonly details?: { readonly archive?: ArchiveLineProps };
}

/** `/health` is outside of the console's API, so its answer is typed here. */
async function readHealth(signal: AbortSignal): Promise<Health> {
  const response = await sessionFetch(new Request('/health', { signal }));
  const body: unknown = await response.json();
  if (!response.ok) throw new ApiFailure(response.status, body as object);
  return body as Health;
}

interface ArchiveLineProps {
  readonly state: keyof typeof LOOKS;
  readonly lag_seconds: number;
  readonly last_success_at: string | null;
  readonly error: string | null;
  readonly stored_bytes: number;
  readonly oldest_moment: string | null;
}

function ArchiveLine(archive: ArchiveLineProps) {
  const { state, lag_seconds: lag, last_success_at: at, error, stored_bytes: bytes, oldest_moment: oldest } = archive;
  return (
    <p>
      Archive <StateBadge state={state} look={LOOKS[state]} />{' '}
      <span className="dim">
        {formatMs(lag * 1000)} behind, last written <TimeText at={at} />, {formatBytes(bytes)}
        {oldest === null ? ', no moment yet' : ', oldest moment '}
        {oldest !== null && <TimeText at={oldest} exact />}
        {error !== null && `: ${visibleText(error)}`}
      </span>
    </p>
  );
}
