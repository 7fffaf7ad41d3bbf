import type { DialogSlot } from '../../../shared/dialogs/use-dialog.tsx';
import type { Column } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';
import { AddFilter } from './add-filter.tsx';
import { ColumnStatistics } from './column-statistics.tsx';
import { withTerm } from './filter-bar.tsx';
import { type GridAddress, type OrderTerm, orderText } from './grid-address.ts';
import type { HeaderActions } from './grid-header.tsx';
import type { GridLayout } from './grid-storage.ts';
import { moveColumn } from './shown-columns.ts';

interface HeaderContext {
  readonly table: TableInfo;
  readonly shown: readonly Column[];
  readonly address: GridAddress;
  readonly layout: GridLayout;
  readonly dialog: DialogSlot;
  readonly onLayout: (changes: Partial<GridLayout>) => void;
  readonly onColumns: (names: readonly string[]) => void;
  readonly change: (parameters: Readonly<Record<string, string | undefined>>) => void;
}

export function headerActions(context: HeaderContext): (column: Column) => HeaderActions {
  const { table, shown, address, layout, dialog, onLayout, onColumns, change } = context;
  const names = shown.map(({ name }) => name);
  const first = { after: undefined, before: undefined };
  return (column) => {
    const { name, type } = column;
    const isFrozen = layout.frozen.includes(name);
    const at = names.indexOf(name);
    const order = (next: readonly OrderTerm[]) => () => change({ order: orderText(next), ...first });
    const filter = (): void =>
      dialog.open((close) => (
        <AddFilter
          columns={table.columns}
          column={name}
          onAdd={(term) => change({ filter: withTerm(address.filter, term), ...first })}
          onClose={close}
        />
      ));
    const statistics = (): void =>
      dialog.open((close) => <ColumnStatistics table={table.name} column={column} address={address} onClose={close} />);
    const move = (by: number) => () => onColumns(moveColumn(names, name, names[at + by] ?? name));
    const others = layout.frozen.filter((one) => one !== name);
    return {
      isFrozen,
      groups: [
        type === 'json'
          ? []
          : [
              { label: 'Sort ascending', run: order([{ column: name, direction: 'asc' }]) },
              { label: 'Sort descending', run: order([{ column: name, direction: 'desc' }]) },
            ],
        [
          { label: 'Filter by this column', run: filter },
          { label: 'Statistics', run: statistics },
        ],
        [
          {
            label: isFrozen ? 'Unfreeze' : 'Freeze',
            run: () => onLayout({ frozen: isFrozen ? others : [...others, name] }),
          },
          ...(at > 0 ? [{ label: 'Move left', run: move(-1) }] : []),
          ...(at < names.length - 1 ? [{ label: 'Move right', run: move(1) }] : []),
          ...(names.length > 1 ? [{ label: 'Hide', run: () => onColumns(names.filter((one) => one !== name)) }] : []),
        ],
      ].filter((group) => group.length > 0),
    };
  };
}
