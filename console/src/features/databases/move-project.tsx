import { useQuery } from '@tanstack/react-query';
import { useChanged } from '../../shared/api/use-changes.ts';
import { optionsOf, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { databasesQuery, startMove } from './database-queries.ts';

interface MoveProjectProps {
  readonly project: string;
  readonly onStarted: (project: string) => void;
  readonly onClose: () => void;
}

export function MoveProject({ project, onStarted, onClose }: MoveProjectProps) {
  const changed = useChanged();
  const { data } = useQuery(databasesQuery);
  const names = data?.data.map(({ name }) => name) ?? [];
  return (
    <FormDialog
      title="Move project"
      text="Reads continue during the copy, about two seconds for 10 MB. Writes wait, or are refused and can be repeated."
      fields={[
        { name: 'project', label: 'Project id', isRequired: true, hint: 'It is in the address of the project.' },
        { name: 'database', label: 'To the database', kind: 'select', options: optionsOf(names) },
      ]}
      initial={{ project, ...(names[1] !== undefined && { database: names[1] }) }}
      send={async (values) => {
        const id = textOf(values, 'project').trim();
        await startMove(id, textOf(values, 'database'));
        await changed('databases');
        onStarted(id);
      }}
      onClose={onClose}
    />
  );
}
