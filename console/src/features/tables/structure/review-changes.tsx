import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api, isUnderWay } from '../../../shared/api/client.ts';
import { ifMatch } from '../../../shared/api/if-match.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { ConflictDialog, isConflict } from '../../../shared/dialogs/conflict-dialog.tsx';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import dialogs from '../../../shared/dialogs/dialogs.module.css';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { notify } from '../../../shared/feedback/notices.ts';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { plural } from '../../../shared/text/formats.ts';
import { tableQuery } from '../table-queries.ts';
import type { TableInfo } from '../table-types.ts';
import classes from './structure.module.css';
import { alterBody, type StructureDraft, structureDifferences } from './structure-draft.ts';

interface Effect {
  readonly column: string;
  readonly change: string;
  readonly problem: 'nulls' | 'duplicates' | 'values' | 'in_use' | null;
  readonly rows: number;
}

const PROBLEMS = {
  nulls: (rows: number) => `${plural(rows, 'row has', 'rows have')} no value`,
  duplicates: (rows: number) => `${plural(rows, 'row has', 'rows have')} the value of another`,
  values: (rows: number) => `${plural(rows, 'row has', 'rows have')} a value that is not allowed`,
  in_use: () => 'a rule, a reference or a webhook uses it',
};

interface ReviewChangesProps {
  readonly table: TableInfo;
  readonly draft: StructureDraft;
  readonly onApplied: () => void;
  readonly onClose: () => void;
}

export function ReviewChanges({ table: known, draft, onApplied, onClose }: ReviewChangesProps) {
  const project = useProject();
  const changed = useChanged();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  // The dialog stays open while the table is read again.
  const { data: table = known } = useQuery(tableQuery(project.id, known.name));
  const seen = draft.version ?? known.updated_at;
  const path = { project_id: project.id, name: known.name };
  const body = alterBody(draft);
  const effects = useQuery({
    queryKey: [project.id, 'tables', 'effects', known.name, table.updated_at, body],
    queryFn: async ({ signal }): Promise<readonly Effect[]> => {
      const params = { path, query: { dry_run: true } };
      const answer = await answerOf(
        api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params, body, signal }),
      );
      return 'effects' in answer.data ? (answer.data.effects ?? []) : [];
    },
    staleTime: 0,
  });
  const apply = async (version: string): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      const headers = ifMatch(version);
      const answer = await answerOf(
        api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params: { path }, headers, body }),
      );
      onApplied();
      onClose();
      notify(isUnderWay(answer) ? 'The change of the table is under way.' : 'Changes applied.');
      await Promise.all([changed(project.id, 'tables'), changed(project.id, 'rows')]);
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
      if (isConflict(thrown)) void changed(project.id, 'tables');
    }
  };
  const isStuck = effects.data?.some(({ problem }) => problem !== null) === true;
  if (isConflict(error)) {
    return (
      <ConflictDialog
        text="This table was changed after you began. Make your changes to it as it is, or give them up?"
        differences={seen === table.updated_at ? undefined : structureDifferences(draft, table)}
        onKeep={() => void apply(table.updated_at)}
        onTake={() => {
          onApplied();
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title="Review changes" onClose={onClose}>
      <QueryPart query={effects} lines={2}>
        {(list) => (
          <ul aria-label="Effects" className={classes.effects}>
            {list.length === 0 && <li>Nothing stands in the way.</li>}
            {list.map((effect) => (
              <li key={`${effect.column} ${effect.change}`} className={effect.problem === null ? '' : classes.problem}>
                {effectText(effect)}
              </li>
            ))}
          </ul>
        )}
      </QueryPart>
      {isStuck && <p>A change cannot be made to the rows as they are. Change the rows or the draft first.</p>}
      {error !== undefined && <FailureAlert error={error} />}
      <div className={dialogs.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isBusy} disabled={effects.data === undefined || isStuck} onClick={() => void apply(seen)}>
          Apply changes
        </Button>
      </div>
    </Dialog>
  );
}

function effectText({ column, change, problem, rows }: Effect): string {
  const what = `${column}: ${change}`;
  if (problem !== null) return `${what} – ${PROBLEMS[problem](rows)} (${problem})`;
  if (rows === 0) return what;
  return `${what} – ${plural(rows, 'row')} ${change === 'drop' ? 'lose a value' : 'concerned'}`;
}
