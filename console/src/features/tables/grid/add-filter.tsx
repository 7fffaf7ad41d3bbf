import { optionsOf, textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import type { Column } from '../column-types.ts';
import { FILTER_OPERATORS, filterTerm } from './filter-text.ts';

interface AddFilterProps {
  readonly columns: readonly Column[];
  readonly column?: string;
  readonly onAdd: (term: string) => void;
  readonly onClose: () => void;
}

export function AddFilter({ columns, column, onAdd, onClose }: AddFilterProps) {
  return (
    <FormDialog
      title="Add filter"
      {...(column !== undefined && { initial: { column }, draft: `filter ${column}` })}
      fields={[
        { name: 'column', label: 'Column', kind: 'select', options: optionsOf(columns.map(({ name }) => name)) },
        { name: 'operator', label: 'Operator', kind: 'select', options: optionsOf(FILTER_OPERATORS) },
        {
          name: 'value',
          label: 'Value',
          hint: 'Several values of in, nin and between are parted by commas. is takes null, not_null, true and false.',
        },
      ]}
      send={(values) => {
        onAdd(filterTerm(textOf(values, 'column'), textOf(values, 'operator'), textOf(values, 'value')));
        return Promise.resolve();
      }}
      onClose={onClose}
    />
  );
}
