import type { DialogSlot } from '../../../shared/dialogs/use-dialog.tsx';
import type { Column } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';
import type { GridAddress } from './grid-address.ts';
import type { GridLayout } from './grid-storage.ts';
import type { RowsPage } from './page-query.ts';
import type { GridChanges } from './use-grid-changes.ts';

/** The state and actions that the parts of one table's grid share. */
export interface TableGrid {
  readonly table: TableInfo;
  readonly address: GridAddress;
  readonly changes: GridChanges;
  readonly dialog: DialogSlot;
  /** Whether the user may change rows, and sees them as the console does. */
  readonly isEditable: boolean;
  /** The shown columns. */
  readonly columns: readonly Column[];
  readonly setColumns: (names: readonly string[]) => void;
  readonly layout: GridLayout;
  readonly setLayout: (changes: Partial<GridLayout>) => void;
  /** The page of rows that was read last. */
  readonly page: RowsPage | undefined;
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly openNew: () => void;
  readonly askDelete: () => void;
}

export const NOTHING_SELECTED: ReadonlySet<string> = new Set();
