import { Button } from '@mantine/core';
import { api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { DraftRestored } from '../../shared/forms/draft-restored.tsx';
import { Fields } from '../../shared/forms/field.tsx';
import forms from '../../shared/forms/forms.module.css';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { bodyOf, type Connection, type IntegrationText, valuesOf } from './connection-fields.ts';

interface ConnectionFormProps {
  readonly text: IntegrationText;
  readonly connection: Connection;
  readonly onClose: () => void;
}

export function ConnectionForm({ text, connection, onClose }: ConnectionFormProps) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const form = useForm({
    fields: isAdmin ? text.fields : text.fields.map((field) => ({ ...field, isReadOnly: true })),
    initial: valuesOf(text, connection),
    draft: `${project.id}/integrations/${text.kind}`,
    send: async (values) => {
      const params = { path: { project_id: project.id, kind: text.kind } };
      const body = bodyOf(text, values);
      await dataOf(api.PUT('/api/cloud/projects/{project_id}/integrations/{kind}', { params, body }));
      await changed(project.id, 'integrations');
      notify(`${text.title} is connected.`);
      onClose();
    },
  });
  return (
    <form
      noValidate
      aria-label={`${text.title} connection`}
      className={forms.settings}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <div className={forms.fields}>
        <Fields form={form} />
      </div>
      {form.isRestored && <DraftRestored />}
      {form.failure !== undefined && <FailureAlert error={form.failure} onRetry={() => void form.submit()} />}
      {isAdmin && (
        <div className={forms.actions}>
          <Button type="submit" loading={form.isBusy}>
            Connect
          </Button>
          <Button
            variant="default"
            onClick={() => {
              form.reset();
              onClose();
            }}
          >
            Cancel
          </Button>
        </div>
      )}
      <LeaveGuard isChanged={form.isChanged && !form.isBusy} onLeave={form.reset} />
    </form>
  );
}
