import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { usePickerSource } from '../references/use-picker-source.ts';
import type { TableInfo } from '../table-types.ts';
import { newRowValues, rowFields } from './row-fields.ts';
import type { GridChanges } from './use-grid-changes.ts';

interface NewRowProps {
  readonly table: TableInfo;
  readonly changes: GridChanges;
  readonly onClose: () => void;
}

export function NewRow({ table, changes, onClose }: NewRowProps) {
  const sourceOf = usePickerSource();
  const columns = table.columns.filter(({ system }) => system !== true);
  return (
    <FormDialog
      title="New row"
      fields={rowFields(columns, sourceOf, true)}
      send={(values) => changes.insert(newRowValues(columns, values))}
      onClose={onClose}
    />
  );
}
