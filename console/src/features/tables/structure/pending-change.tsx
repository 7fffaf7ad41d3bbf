import { Button, Progress } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { api, dataOf } from '../../../shared/api/client.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { notify, notifyFailure } from '../../../shared/feedback/notices.ts';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';

const FRESH_MS = 1_000;

interface PendingChangeProps {
  readonly id: string;
  readonly isEditor: boolean;
}

export function PendingChange({ id, isEditor }: PendingChangeProps) {
  const project = useProject();
  const changed = useChanged();
  const client = useQueryClient();
  const dialog = useDialog();
  const query = useQuery(changeQuery(project.id, id));
  const change = query.data;
  useEffect(() => {
    if (change === undefined || change.ended_at === null) return;
    if (change.error !== null) notifyFailure(new ApiFailure(409, change.error));
    else
      notify(change.state === 'done' ? 'The change of the table is made.' : 'The change of the table was cancelled.');
    void changed(project.id, 'tables');
    void changed(project.id, 'rows');
  }, [change, changed, project.id]);
  const askCancel = (): void =>
    dialog.confirm({
      action: 'Cancel change',
      text: 'The table stays as it is.',
      run: async () => {
        const params = { path: { project_id: project.id, change_id: id } };
        const answered = await dataOf(
          api.DELETE('/api/cloud/projects/{project_id}/table-changes/{change_id}', { params }),
        );
        // Before the table is read again: without its change it no longer shows this region, which tells how it ended.
        client.setQueryData(changeQuery(project.id, id).queryKey, answered);
      },
    });
  return (
    <Region
      title="Change under way"
      actions={
        isEditor && (
          <Button variant="default" disabled={change?.state !== 'running'} onClick={askCancel}>
            Cancel change
          </Button>
        )
      }
    >
      <QueryPart query={query} lines={2}>
        {({ progress, state }) => (
          <>
            <p className="dim">
              {state === 'cancelling' ? 'It is being cancelled.' : 'The table can be used meanwhile.'} Other changes of
              its columns and indexes wait until it has ended.
            </p>
            <Progress aria-label="Progress of the change" value={Math.round(progress * 100)} />
          </>
        )}
      </QueryPart>
      {dialog.element}
    </Region>
  );
}

function changeQuery(projectId: string, id: string) {
  return queryOptions({
    queryKey: [projectId, 'tables', 'changes', id],
    queryFn: ({ signal }) => {
      const params = { path: { project_id: projectId, change_id: id } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/table-changes/{change_id}', { params, signal }));
    },
    refetchInterval: ({ state }) => (state.data?.ended_at ? false : FRESH_MS),
  });
}
