import { answerOf, api, isUnderWay } from '../api/client.ts';
import { useChanged } from '../api/use-changes.ts';
import { notify } from '../feedback/notices.ts';
import { useProject } from '../project/project-context.tsx';

interface WantedIndex {
  readonly table: string;
  readonly columns: readonly string[];
  readonly unique?: boolean;
}

export function useAddIndex(): (wanted: WantedIndex) => Promise<void> {
  const project = useProject();
  const changed = useChanged();
  return async ({ table, columns, unique = false }) => {
    const params = { path: { project_id: project.id, name: table } };
    const body = { add_indexes: [{ columns: [...columns], unique }] };
    const answer = await answerOf(api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params, body }));
    notify(isUnderWay(answer) ? `The index on ${table} is being built.` : `The index on ${table} is made.`);
    await changed(project.id, 'tables');
  };
}
