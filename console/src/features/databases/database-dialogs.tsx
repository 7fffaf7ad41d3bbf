import { useChanged } from '../../shared/api/use-changes.ts';
import type { DialogSlot } from '../../shared/dialogs/use-dialog.tsx';
import { type FieldSpec, type FormValues, isOn, optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { addDatabase, changeDatabase, type Database, removeDatabase } from './database-queries.ts';

const PLACEMENT: readonly FieldSpec[] = [
  { name: 'accepts_new', label: 'New projects are placed in it', kind: 'checkbox' },
  {
    name: 'weight',
    label: 'Weight',
    kind: 'number',
    hint: 'Its share of new projects, relative to the other databases.',
    isShown: (values) => isOn(values, 'accepts_new'),
  },
];
const ADDRESS = 'postgres://user:password@host:5432/database';

interface AddDatabaseProps {
  readonly onClose: () => void;
}

export function AddDatabase({ onClose }: AddDatabaseProps) {
  const changed = useChanged();
  return (
    <FormDialog
      title="Add database"
      text="The database must be empty, and its user must be allowed to create schemas."
      fields={[
        { name: 'name', label: 'Name', isRequired: true, placeholder: 'west' },
        {
          name: 'url',
          label: 'Address',
          isRequired: true,
          isSecret: true,
          placeholder: ADDRESS,
          hint: 'It is stored encrypted, and never shown again.',
        },
        ...PLACEMENT,
      ]}
      initial={{ accepts_new: true, weight: '1' }}
      send={async (values) => {
        await addDatabase({
          name: textOf(values, 'name').trim(),
          url: textOf(values, 'url').trim(),
          ...placementOf(values),
        });
        await changed('databases');
      }}
      onClose={onClose}
    />
  );
}

interface ChangeDatabaseProps {
  readonly database: Database;
  readonly onClose: () => void;
}

export function ChangeDatabase({ database: { name, accepts_new, weight }, onClose }: ChangeDatabaseProps) {
  const changed = useChanged();
  return (
    <FormDialog
      title="Change database"
      text={
        <>
          <code>{name}</code>: a new address must lead to the same database, for example with a new password.
        </>
      }
      fields={[
        {
          name: 'url',
          label: 'New address',
          isSecret: true,
          placeholder: ADDRESS,
          hint: 'Leave it empty to keep the address.',
        },
        ...PLACEMENT,
      ]}
      initial={{ accepts_new, weight: String(weight) }}
      draft={`databases/${name}`}
      send={async (values) => {
        const url = optionalText(values, 'url')?.trim();
        await changeDatabase(name, { ...(url !== undefined && { url }), ...placementOf(values) });
        await changed('databases');
      }}
      onClose={onClose}
    />
  );
}

function placementOf(values: FormValues) {
  return { accepts_new: isOn(values, 'accepts_new'), weight: Number(textOf(values, 'weight')) };
}

export function useRemoval(dialog: DialogSlot): (database: Database) => void {
  const changed = useChanged();
  return ({ name }) =>
    dialog.confirm({
      action: 'Remove database',
      typed: name,
      text: 'The service no longer uses the database, and deletes the old copies of moved projects in it. The database itself stays.',
      run: async () => {
        await removeDatabase(name);
        await changed('databases');
      },
    });
}
