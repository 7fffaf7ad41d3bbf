import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { isNearlyFull, RoomUsed } from '../../shared/text/room-used.tsx';

function roomQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'tables', 'room'],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project } };
      return (await dataOf(api.GET('/api/cloud/projects/{project_id}/usage', { params, signal }))).rows;
    },
  });
}

export function TablesRoom({ onlyWhenNearlyFull = false }: { readonly onlyWhenNearlyFull?: boolean }) {
  const { id } = useProject();
  const { data } = useQuery(roomQuery(id));
  if (data === undefined) return null;
  const room = { bytes: data.bytes, bytesMax: data.bytes_max };
  if (onlyWhenNearlyFull && !isNearlyFull(room)) return null;
  return (
    <RoomUsed
      name="Tables with their indexes"
      {...room}
      whenFull="At the limit new and changed rows are refused: delete rows, or ask an operator of the installation for more."
    />
  );
}
