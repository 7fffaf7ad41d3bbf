import { api, dataOf } from '../../shared/api/client.ts';
import { optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';

interface NewProjectProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => Promise<void>;
}

export function NewProject({ onClose, onCreated }: NewProjectProps) {
  return (
    <FormDialog
      title="New project"
      fields={[
        { name: 'name', label: 'Name', isRequired: true },
        {
          name: 'id',
          label: 'Project id',
          hint: 'Part of every address of the project, and of its app. Made from the name when left empty.',
        },
      ]}
      send={async (values) => {
        const id = optionalText(values, 'id');
        const body = { name: textOf(values, 'name').trim(), ...(id !== undefined && { id: id.trim() }) };
        const project = await dataOf(api.POST('/api/cloud/projects', { body }));
        await onCreated(project.id);
      }}
      onClose={onClose}
    />
  );
}
