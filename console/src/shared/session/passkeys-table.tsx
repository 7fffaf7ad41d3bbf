import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty, type FirstAction } from '../list/empty.tsx';
import { WholeTable } from '../list/whole-table.tsx';
import { TimeText } from '../text/time-text.tsx';
import { visibleLine } from '../text/visible-text.ts';
import type { Passkey } from './passkeys.ts';

interface PasskeysTableProps {
  readonly passkeys: readonly Passkey[];
  readonly onRename?: (passkey: Passkey) => void;
  readonly onRemove: ((passkey: Passkey) => void) | undefined;
  readonly next?: ReactNode;
  readonly first?: FirstAction | undefined;
}

export function PasskeysTable({ passkeys, onRename, onRemove, next, first }: PasskeysTableProps) {
  if (passkeys.length === 0) return <Empty name="Passkeys" next={next} first={first} />;
  return (
    <WholeTable
      name="Passkeys"
      parameter="passkeys"
      items={passkeys}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Name', value: ({ name }) => name, cell: ({ name }) => visibleLine(name) },
        {
          title: 'Added',
          value: ({ created_at }) => created_at,
          cell: ({ created_at }) => <TimeText at={created_at} />,
        },
        {
          title: 'Last used',
          value: ({ last_used_at }) => last_used_at,
          cell: ({ last_used_at }) => <TimeText at={last_used_at} />,
        },
        {
          title: 'Copies',
          value: ({ backed_up }) => backed_up,
          cell: ({ backed_up }) => (backed_up ? 'synchronised' : 'this device only'),
        },
        {
          title: 'Actions',
          isTitleHidden: true,
          cell: (passkey) => (
            <>
              {onRename !== undefined && (
                <Button variant="default" size="compact-sm" onClick={() => onRename(passkey)}>
                  Rename
                </Button>
              )}{' '}
              {onRemove !== undefined && (
                <Button variant="default" size="compact-sm" onClick={() => onRemove(passkey)}>
                  Remove
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
