import { optionsOf, textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import type { Column } from '../column-types.ts';
import { filterTerm } from './filter-text.ts';

const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'between',
  'like',
  'ilike',
  'starts_with',
  'ends_with',
  'contains',
  'is',
];

interface AddFilterProps {
  readonly columns: readonly Column[];
  readonly onAdd: (term: string) => void;
  readonly onClose: () => void;
}

/** Writes one term of the filter, for who does not know the grammar by heart. */
export function AddFilter({ columns, onAdd, onClose }: AddFilterProps) {
  return (
    <FormDialog
      title="Add filter"
      fields={[
        { name: 'column', label: 'Column', kind: 'select', options: optionsOf(columns.map(({ name }) => name)) },
        { name: 'operator', label: 'Operator', kind: 'select', options: optionsOf(OPERATORS) },
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
