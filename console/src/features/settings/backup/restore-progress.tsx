import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { projectAddress } from '../../../shared/address/addresses.ts';
import { AppLink } from '../../../shared/address/app-link.tsx';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../../shared/feedback/state-badge.tsx';
import { DataTable } from '../../../shared/list/data-table.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { Fact, Facts } from '../../../shared/text/facts.tsx';
import { formatBytes, formatCount, formatTime } from '../../../shared/text/formats.ts';
import { visibleLine, visibleText } from '../../../shared/text/visible-text.ts';
import { isNotFound, isOver, type Restore, restoreQuery } from './backup-api.ts';

interface RestoreProgressProps {
  readonly id: string;
  readonly newId?: string | undefined;
}

export function RestoreProgress({ id, newId }: RestoreProgressProps) {
  const project = useProject();
  const target = newId ?? project.id;
  const query = useQuery(restoreQuery(target, id));
  useRestored(target, query.data);
  return (
    <section aria-label="Restore in progress" aria-live="polite">
      {newId !== undefined && isNotFound(query.error) ? (
        <p>
          <StateBadge state="failed" /> The restore failed, and there is no project {visibleLine(newId)}. Try again, or
          choose an earlier moment.
        </p>
      ) : (
        <QueryPart query={query} lines={2}>
          {(restore) => <RestoreContent restore={restore} newId={newId} />}
        </QueryPart>
      )}
    </section>
  );
}

function useRestored(id: string, restore: Restore | undefined): void {
  const changed = useChanged();
  const wasRunning = useRef(false);
  useEffect(() => {
    if (restore === undefined) return;
    const isReplaced = wasRunning.current && restore.state === 'done' && !restore.dry_run;
    wasRunning.current = !isOver(restore);
    if (isReplaced) void changed(id);
  }, [restore, changed, id]);
}

function Restored({ newId }: { readonly newId: string | undefined }) {
  if (newId === undefined) return 'The project was restored.';
  return (
    <>
      The project was restored as <AppLink to={projectAddress(newId)}>{visibleLine(newId)}</AppLink>.
    </>
  );
}

function RestoreContent({ restore, newId }: { readonly restore: Restore; readonly newId: string | undefined }) {
  const { state, dry_run: isDryRun, archive, counts, left_out: leftOut, error } = restore;
  return (
    <>
      <p>
        <StateBadge state={state} look={state === 'done' ? 'good' : state === 'failed' ? 'bad' : 'waiting'} />{' '}
        {state === 'done' && (isDryRun ? 'The archive is whole and fits this project.' : <Restored newId={newId} />)}
      </p>
      {error !== null && <FailureAlert error={new ApiFailure(0, error)} />}
      {error?.details !== undefined && <p className="dim">{visibleText(JSON.stringify(error.details))}</p>}
      {archive !== null && (
        <p className="dim">
          {visibleLine(archive.project.name)} ({visibleLine(archive.project.id)}), {formatTime(archive.created_at)}
        </p>
      )}
      {counts !== null && (
        <Facts>
          {Object.entries(counts).map(([name, count]) => (
            <Fact key={name} name={name.replace('_', ' ')}>
              {name === 'file_bytes' ? formatBytes(count) : formatCount(count)}
            </Fact>
          ))}
        </Facts>
      )}
      {leftOut.length > 0 && (
        <>
          <h3>Left out</h3>
          <DataTable
            name="Left out"
            items={leftOut}
            keyOf={({ kind, name, reason }) => `${kind}/${name}/${reason}`}
            columns={[
              { title: 'Kind', isShort: true, cell: ({ kind }) => kind },
              { title: 'Name', cell: ({ name }) => visibleLine(name) },
              { title: 'Reason', cell: ({ reason }) => visibleText(reason) },
            ]}
          />
        </>
      )}
    </>
  );
}
