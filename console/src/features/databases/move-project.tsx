import { useQuery } from '@tanstack/react-query';
import { useChanged } from '../../shared/api/use-changes.ts';
import { Field } from '../../shared/forms/field.tsx';
import { textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import type { Form } from '../../shared/forms/use-form.ts';
import { formatBytes, plural } from '../../shared/text/formats.ts';
import { type Database, databasesQuery, placedProjectQuery, projectSource, startMove } from './database-queries.ts';

const PROJECT = {
  name: 'project',
  label: 'Project',
  kind: 'picker',
  source: projectSource,
  isRequired: true,
} as const;
const TARGET = { name: 'database', label: 'To the database', isRequired: true };

interface MoveProjectProps {
  readonly project: string;
  readonly onStarted: (project: string) => void;
  readonly onClose: () => void;
}

export function MoveProject({ project, onStarted, onClose }: MoveProjectProps) {
  const changed = useChanged();
  return (
    <FormDialog
      title="Move project"
      text="Reads continue during the copy, about two seconds for 10 MB. Writes wait, or are refused and can be repeated."
      // `MoveFields` draws these fields, because the options of one depend on the other.
      fields={[PROJECT, TARGET].map((field) => ({ ...field, isShown: () => false }))}
      initial={{ project, database: '' }}
      send={async (values) => {
        const id = textOf(values, PROJECT.name);
        await startMove(id, textOf(values, TARGET.name));
        await changed('databases');
        onStarted(id);
      }}
      onClose={onClose}
    >
      {(form) => <MoveFields form={form} />}
    </FormDialog>
  );
}

/** Offers the databases that the project is not in. None is chosen beforehand, because a move is costly. */
function MoveFields({ form }: { readonly form: Form }) {
  const project = textOf(form.values, PROJECT.name);
  const { data: databases } = useQuery(databasesQuery);
  const { data: placed } = useQuery({ ...placedProjectQuery(project), enabled: project !== '' });
  const targets = databases?.data.filter(({ name }) => name !== placed?.database) ?? [];
  return (
    <>
      <Field
        spec={PROJECT}
        value={project}
        problem={form.problems[PROJECT.name]}
        onChange={(value) => form.setAll({ [PROJECT.name]: value, [TARGET.name]: '' })}
      />
      <Field
        spec={{
          ...TARGET,
          kind: 'select',
          hint: placed == null ? undefined : `The project is in ${placed.database}.`,
          options: [{ value: '', label: 'Choose a database' }, ...targets.map(optionOf)],
        }}
        value={textOf(form.values, TARGET.name)}
        problem={form.problems[TARGET.name]}
        onChange={(value) => form.set(TARGET.name, value)}
      />
    </>
  );
}

function optionOf({ name, state, projects, bytes }: Database) {
  const facts =
    state === 'down' ? ['down'] : [plural(projects, 'project'), ...(bytes === null ? [] : [formatBytes(bytes)])];
  return { value: name, label: `${name} (${facts.join(', ')})` };
}
