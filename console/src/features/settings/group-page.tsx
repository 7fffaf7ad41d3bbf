import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChanged } from '../../shared/api/use-changes.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import type { FieldSpec, FormValues } from '../../shared/forms/field-spec.ts';
import { SettingsForm } from '../../shared/forms/settings-form.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { changeSettings, type Settings, settingsQuery } from '../../shared/project/settings-queries.ts';
import { SettingsPage } from './settings-page.tsx';

interface GroupPageProps {
  readonly title: string;
  readonly fields: readonly FieldSpec[] | ((settings: Settings) => readonly FieldSpec[]);
  readonly read: (settings: Settings) => FormValues;
  readonly write: (values: FormValues, settings: Settings) => object;
  readonly above?: ReactNode;
  readonly below?: (settings: Settings) => ReactNode;
}

export function GroupPage({ title, fields, read, write, above, below }: GroupPageProps) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const query = useQuery(settingsQuery(project.id));
  return (
    <SettingsPage title={title}>
      <QueryPart query={query}>
        {(settings) => (
          <>
            {above}
            <SettingsForm
              fields={typeof fields === 'function' ? fields(settings) : fields}
              initial={read(settings)}
              draft={`${project.id}/settings/${title}`}
              isReadOnly={!isAdmin}
              send={async (values) => {
                await changeSettings(project.id, write(values, settings));
                await changed(project.id);
              }}
            />
            {below?.(settings)}
          </>
        )}
      </QueryPart>
    </SettingsPage>
  );
}
