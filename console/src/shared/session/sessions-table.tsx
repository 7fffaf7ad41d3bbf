import { Button } from '@mantine/core';
import { DataTable } from '../list/data-table.tsx';
import { Empty } from '../list/empty.tsx';
import { TimeText } from '../text/time-text.tsx';
import { visibleLine } from '../text/visible-text.ts';
import { deviceText } from './device-text.ts';

interface SessionShown {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly current?: boolean;
}

interface SessionsTableProps {
  readonly sessions: readonly SessionShown[];
  readonly onEnd: ((session: SessionShown) => void) | undefined;
}

export function SessionsTable({ sessions, onEnd }: SessionsTableProps) {
  if (sessions.length === 0) return <Empty name="Sessions" />;
  return (
    <DataTable
      name="Sessions"
      items={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Device',
          cell: ({ user_agent, current }) => (
            <span title={visibleLine(user_agent ?? '')}>
              {deviceText(user_agent)}
              {current === true && ' (this one)'}
            </span>
          ),
        },
        { title: 'Address', cell: ({ ip }) => visibleLine(ip ?? '–') },
        { title: 'Signed in', cell: ({ created_at }) => <TimeText at={created_at} /> },
        { title: 'Last seen', cell: ({ last_seen_at }) => <TimeText at={last_seen_at} /> },
        {
          title: 'Actions',
          isTitleHidden: true,
          cell: (session) =>
            onEnd === undefined ? null : (
              <Button variant="default" size="compact-sm" onClick={() => onEnd(session)}>
                End session
              </Button>
            ),
        },
      ]}
    />
  );
}
