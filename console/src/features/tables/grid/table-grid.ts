import type { DialogSlot } from '../../../shared/dialogs/use-dialog.tsx';
import type { Column } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';
import type { GridAddress } from './grid-address.ts';
import type { GridLayout } from './grid-storage.ts';
import type { RowsPage } from './page-query.ts';
import type { GridChanges } from './use-grid-changes.ts';

export interface TableGrid {
  readonly table: TableInfo;
  readonly address: GridAddress;
  readonly changes: GridChanges;
  readonly dialog: DialogSlot;
  readonly isEditable: boolean;
  readonly columns: readonly Column[];
  readonly setColumns: (names: readonly string[]) => void;
  readonly layout: GridLayout;
  readonly setLayout: (changes: Partial<GridLayout>) => void;
  readonly page: RowsPage | undefined;
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly openNew: () => void;
  readonly askDelete: () => void;
}

export const NOTHING_SELECTED: ReadonlySet<string> = new Set();
