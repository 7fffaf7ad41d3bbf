import { Icon as IconColumns } from 'virtual:icon/columns';
import { Icon as IconDownload } from 'virtual:icon/download';
import { Icon as IconEye } from 'virtual:icon/eye';
import { Icon as IconPlus } from 'virtual:icon/plus';
import { Icon as IconRefresh } from 'virtual:icon/refresh';
import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { tableAddress } from '../../../shared/address/addresses.ts';
import { searchText } from '../../../shared/address/search-text.ts';
import { useAddress } from '../../../shared/address/use-address.ts';
import type { DialogSlot } from '../../../shared/dialogs/use-dialog.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
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
  readonly onColumns: (names: readonly string[]) => void;
  readonly onRefresh: () => void;
  readonly onNew: (() => void) | undefined;
  readonly children: ReactNode;
  readonly views: ReactNode;
}

export function GridTools(props: GridToolsProps) {
  const { table, shown, address, dialog, onColumns, onRefresh, onNew, children, views } = props;
  const { change } = useAddress();
  const { id } = useProject();
  const openColumns = (): void =>
    dialog.open((close) => (
      <ColumnsDialog
        columns={table.columns}
        shown={shown}
        structure={tableAddress(id, table.name, 'structure')}
        onChange={onColumns}
        onClose={close}
      />
    ));
  return (
    <div className={classes.tools}>
      {onNew !== undefined && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
          New row
        </Button>
      )}
      {children}
      <Tool label="Columns" Icon={IconColumns} onClick={openColumns} />
      <Tool
        label="View as"
        Icon={IconEye}
        onClick={() => dialog.open((close) => <ViewAsDialog as={address.as} onClose={close} />)}
      />
      {views}
      <ExportMenu table={table.name} address={address} />
      <Tool label="Refresh" Icon={IconRefresh} onClick={onRefresh} />
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

interface ToolProps {
  readonly label: string;
  readonly Icon: typeof IconEye;
  readonly className?: string;
  readonly onClick?: () => void;
}

export function Tool({ label, Icon, className = '', ...others }: ToolProps) {
  return (
    <Button
      variant="default"
      className={`${classes.tool} ${className}`}
      title={label}
      leftSection={<Icon size={16} aria-hidden />}
      {...others}
    >
      {label}
    </Button>
  );
}

function ExportMenu({ table, address: { filter, search } }: { readonly table: string; readonly address: GridAddress }) {
  const { id } = useProject();
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tool label="Export" Icon={IconDownload} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Export">
        {['csv', 'json'].map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={`/api/cloud/projects/${id}/data/${table}/export${searchText({ format, filter, search })}`}
            download={`${table}.${format}`}
          >
            Download {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
