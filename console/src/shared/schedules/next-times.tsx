import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.ts';
import { FailureAlert } from '../feedback/failure-alert.tsx';
import { useProject } from '../project/project-context.tsx';
import { formatTimeIn } from '../text/formats.ts';

const TYPING_MS = 300;
const SHOWN = 5;

interface NextTimesProps {
  readonly schedule: string;
  readonly timezone: string;
}

export function NextTimes({ schedule, timezone }: NextTimesProps) {
  const { id } = useProject();
  const [asked] = useDebouncedValue({ schedule: schedule.trim(), timezone: timezone.trim() }, TYPING_MS);
  const query = useQuery({
    queryKey: [id, 'schedules', 'preview', asked],
    enabled: asked.schedule !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const zone = asked.timezone === '' ? {} : { timezone: asked.timezone };
      const body = { schedule: asked.schedule, count: SHOWN, ...zone };
      const params = { path: { project_id: id } };
      return dataOf(api.POST('/api/cloud/projects/{project_id}/schedules/preview', { params, body, signal }));
    },
  });
  if (asked.schedule === '') return null;
  if (query.isError) return <FailureAlert error={query.error} />;
  return (
    <div>
      <p className="dim">Next five times</p>
      <ul aria-label="Next five times">
        {query.data?.times.map((at) => (
          <li key={at}>
            <time dateTime={at}>{formatTimeIn(at, asked.timezone)}</time>
          </li>
        ))}
      </ul>
    </div>
  );
}
