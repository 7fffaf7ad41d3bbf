import { Button } from '@mantine/core';
import { Empty } from '../list/empty.tsx';
import { WholeTable } from '../list/whole-table.tsx';
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
  if (sessions.length === 0) return <Empty name="Sessions" next={<p>A session begins when the person signs in.</p>} />;
  return (
    <WholeTable
      name="Sessions"
      parameter="sessions"
      items={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Device',
          value: ({ user_agent }) => deviceText(user_agent),
          cell: ({ user_agent, current }) => (
            <span title={visibleLine(user_agent ?? '')}>
              {deviceText(user_agent)}
              {current === true && ' (this one)'}
            </span>
          ),
        },
        { title: 'Address', value: ({ ip }) => ip, cell: ({ ip }) => visibleLine(ip ?? '–') },
        {
          title: 'Signed in',
          value: ({ created_at }) => created_at,
          cell: ({ created_at }) => <TimeText at={created_at} />,
        },
        {
          title: 'Last seen',
          value: ({ last_seen_at }) => last_seen_at,
          cell: ({ last_seen_at }) => <TimeText at={last_seen_at} />,
        },
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
