import { Button } from '@mantine/core';
import { DataTable } from '../list/data-table.tsx';
import { Empty, type FirstAction } from '../list/empty.tsx';
import { TimeText } from '../text/time-text.tsx';
import { visibleLine } from '../text/visible-text.ts';
import type { Passkey } from './passkeys.ts';

interface PasskeysTableProps {
  readonly passkeys: readonly Passkey[];
  readonly onRename?: (passkey: Passkey) => void;
  readonly onRemove: ((passkey: Passkey) => void) | undefined;
  readonly first?: FirstAction | undefined;
}

export function PasskeysTable({ passkeys, onRename, onRemove, first }: PasskeysTableProps) {
  if (passkeys.length === 0) return <Empty name="Passkeys" first={first} />;
  return (
    <DataTable
      name="Passkeys"
      items={passkeys}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Name', cell: ({ name }) => visibleLine(name) },
        { title: 'Added', cell: ({ created_at }) => <TimeText at={created_at} /> },
        { title: 'Last used', cell: ({ last_used_at }) => <TimeText at={last_used_at} /> },
        { title: 'Copies', cell: ({ backed_up }) => (backed_up ? 'synchronised' : 'this device only') },
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
