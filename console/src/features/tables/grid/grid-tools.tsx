import { Button } from '@mantine/core';
import { IconColumns, IconEye, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useAddress } from '../../../shared/address/use-address.ts';
import type { DialogSlot } from '../../../shared/dialogs/use-dialog.tsx';
import type { Column } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import classes from './grid.module.css';
import type { GridAddress } from './grid-address.ts';
import { ViewAsDialog } from './view-as-dialog.tsx';

interface GridToolsProps {
  readonly table: TableInfo;
  readonly shown: readonly Column[];
  readonly address: GridAddress;
  readonly dialog: DialogSlot;
  readonly onRefresh: () => void;
  /** Undefined if rows cannot be created. */
  readonly onNew: (() => void) | undefined;
}

export function GridTools({ table, shown, address, dialog, onRefresh, onNew }: GridToolsProps) {
  const { change } = useAddress();
  return (
    <div className={classes.tools}>
      {onNew !== undefined && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
          New row
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconColumns size={16} aria-hidden />}
        onClick={() =>
          dialog.open((close) => (
            <ColumnsDialog
              columns={table.columns}
              shown={shown}
              onChange={(names) => change({ cols: names }, { replace: true })}
              onClose={close}
            />
          ))
        }
      >
        Columns
      </Button>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        onClick={() => dialog.open((close) => <ViewAsDialog as={address.as} onClose={close} />)}
      >
        View as
      </Button>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRefresh}>
        Refresh
      </Button>
      {address.as !== undefined && (
        <span className={classes.term}>
          Seen as {address.as}
          <Button variant="subtle" size="compact-sm" onClick={() => change({ as: undefined })}>
            Back to the console’s view
          </Button>
        </span>
      )}
    </div>
  );
}
