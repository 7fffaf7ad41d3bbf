import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAddress } from '../../../shared/address/use-address.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { isNotFound, isOver, restoreQuery } from './backup-api.ts';
import { type MomentRestore, momentsQuery, startMomentRestore } from './moment-api.ts';
import { MomentForm } from './moment-form.tsx';
import { RestoreProgress } from './restore-progress.tsx';

export function MomentRegion() {
  const project = useProject();
  const { search } = useAddress();
  const query = useQuery(momentsQuery(project.id));
  const restore = useMomentRestore();
  const isHidden = query.data === undefined && (!query.isError || isNotFound(query.error));
  if (isHidden) return null;
  const { moment, as } = search;
  return (
    <Region title="Restore a moment">
      <QueryPart query={query}>
        {(moments) => <MomentForm moments={moments} isBusy={restore.isPending} onRestore={restore.mutate} />}
      </QueryPart>
      {restore.isPending && (
        <p role="status">
          The service reads this moment from the archive. <progress aria-label="Reading the archive" />
        </p>
      )}
      {restore.isError && <FailureAlert error={restore.error} />}
      {moment !== undefined && <RestoreProgress key={moment} id={moment} newId={as} />}
    </Region>
  );
}

function useMomentRestore() {
  const project = useProject();
  const { change } = useAddress();
  const changed = useChanged();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: MomentRestore) => {
      change({ moment: undefined, as: undefined }, { replace: true });
      return startMomentRestore(project.id, order);
    },
    onSuccess: async (restore, { newId, isDryRun }) => {
      const created = isDryRun ? undefined : newId;
      client.setQueryData(restoreQuery(created ?? project.id, restore.id).queryKey, restore);
      change({ moment: restore.id, as: created }, { replace: true });
      if (created !== undefined) await changed('projects');
      else if (isOver(restore) && !isDryRun) await changed(project.id);
    },
  });
}
