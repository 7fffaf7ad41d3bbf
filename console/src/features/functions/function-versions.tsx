import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import type { FunctionInfo } from './function-queries.ts';

export function FunctionVersions({ info, isAdmin }: { readonly info: FunctionInfo; readonly isAdmin: boolean }) {
  const project = useProject();
  const changed = useChanged();
  const dialog = useDialog();
  const others = info.versions.filter(({ version }) => version !== info.version);
  const [chosen, setChosen] = useState<string>();
  if (!isAdmin || others.length === 0) return null;
  const version = chosen ?? String(others[0]?.version);
  const ask = (): void =>
    dialog.confirm({
      action: 'Roll back',
      isHarmless: true,
      text: `Version ${version} of ${info.name} becomes active again.`,
      run: async () => {
        const params = { path: { project_id: project.id, name: info.name } };
        const body = { version: Number(version) };
        await answerOf(api.POST('/api/cloud/projects/{project_id}/functions/{name}/rollback', { params, body }));
        await changed(project.id, 'functions');
        notify(`Rolled back to version ${version}.`);
      },
    });
  return (
    <>
      <NativeSelect
        aria-label="Version"
        value={version}
        data={others.map((one) => String(one.version))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button variant="default" onClick={ask}>
        Roll back
      </Button>
      {dialog.element}
    </>
  );
}
