import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectAddress, tableAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { Empty } from '../../shared/list/empty.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { WholeTable } from '../../shared/list/whole-table.tsx';
import { NotFound } from '../../shared/page/not-found.tsx';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { plural } from '../../shared/text/formats.ts';
import { targetName } from '../../shared/text/target-name.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import {
  type Actor,
  type OtherChange,
  otherChangesQuery,
  type RowChange,
  rowChangesQuery,
  undoRowChange,
} from './history-queries.ts';
import { undoOf } from './undo-actions.ts';

type Change =
  | { readonly kind: 'rows'; readonly at: string; readonly change: RowChange }
  | { readonly kind: 'other'; readonly at: string; readonly change: OtherChange };

const VERBS = { update: 'changed', delete: 'deleted' } as const;
const TEXT_MAX = 80;

export function HistoryPage() {
  return useMay('editor') ? <History /> : <NotFound />;
}

function History() {
  const project = useProject();
  const { go } = useAddress();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const rows = useQuery(rowChangesQuery(project.id));
  const others = useQuery({ ...otherChangesQuery(project.id), enabled: isAdmin });
  const [failure, setFailure] = useState<unknown>();
  const [undoing, setUndoing] = useState<string>();

  const run = async (id: string, undo: () => Promise<string>): Promise<void> => {
    setFailure(undefined);
    setUndoing(id);
    try {
      notify(await undo());
    } catch (error) {
      setFailure(error);
    } finally {
      setUndoing(undefined);
      await changed(project.id);
    }
  };
  const undoRows = async ({ id }: RowChange): Promise<string> => {
    const { rows: restored } = await undoRowChange(project.id, id);
    return `${plural(restored, 'row')} as before.`;
  };
  const newerThan = ({ id }: OtherChange): readonly OtherChange[] =>
    (others.data ?? []).slice(
      0,
      (others.data ?? []).findIndex((one) => one.id === id),
    );
  const columns: readonly TableColumn<Change>[] = [
    { title: 'Time', isShort: true, value: ({ at }) => at, cell: ({ at }) => <TimeText at={at} /> },
    {
      title: 'Who',
      isShort: true,
      value: ({ change }) => actorText(change.actor),
      cell: ({ change }) => visibleLine(actorText(change.actor), TEXT_MAX),
    },
    { title: 'What', value: whatOf, cell: (item) => <ChangeText item={item} /> },
    {
      title: 'Undo',
      isTitleHidden: true,
      cell: (item) => {
        const { id } = item.change;
        if (item.kind === 'rows') {
          const { undo } = item.change;
          if (undo !== 'possible') return <span className="dim">{undo === 'done' ? 'Undone' : 'Not kept'}</span>;
          return <UndoButton isBusy={undoing === id} onUndo={() => void run(id, () => undoRows(item.change))} />;
        }
        const undo = undoOf(project.id, item.change, newerThan(item.change));
        if (undo === undefined) return null;
        const ask = (): void =>
          dialog.confirm({
            action: 'Undo',
            text: `${item.change.action} of ${item.change.target} is undone, for all users of the project.`,
            run: () => run(id, () => undo().then(() => 'Undone.')),
          });
        return <UndoButton isBusy={undoing === id} onUndo={ask} />;
      },
    },
  ];
  return (
    <Page title="History">
      <p>
        Changes of rows by members can be undone for a day, unless the same rows have been changed since.
        {isAdmin && (
          <>
            {' '}
            Rules, settings, functions and deployments go back to what they were before; older changes are in{' '}
            <AppLink to={projectAddress(project.id, 'audit')}>Audit</AppLink>.
          </>
        )}
      </p>
      {failure !== undefined && <FailureAlert error={failure} />}
      <QueryPart query={rows}>
        {(data) => {
          const items = merged(data, others.data ?? []);
          return items.length === 0 ? (
            <Empty
              name="Changes"
              next={<p>Changes of rows, rules, settings, functions and deployments appear here, to be undone.</p>}
              first={{ label: 'Open the tables', run: () => go(projectAddress(project.id, 'tables')) }}
            />
          ) : (
            <WholeTable name="History" columns={columns} items={items} keyOf={({ change }) => change.id} />
          );
        }}
      </QueryPart>
      {dialog.element}
      {others.isError && <FailureAlert error={others.error} onRetry={() => void others.refetch()} />}
    </Page>
  );
}

function merged(rows: readonly RowChange[], others: readonly OtherChange[]): readonly Change[] {
  const all: readonly Change[] = [
    ...rows.map((change) => ({ kind: 'rows' as const, at: change.at, change })),
    ...others.filter(isChange).map((change) => ({ kind: 'other' as const, at: change.created_at, change })),
  ];
  return all.toSorted((one, other) => other.at.localeCompare(one.at));
}

/** Runs of functions are in the audit log, but change nothing by themselves. */
function isChange({ action }: OtherChange): boolean {
  return action !== 'function.run' && action !== 'function.later';
}

function whatOf({ kind, change }: Change): string {
  return kind === 'rows' ? `rows ${change.table} ${change.action}` : `${change.action} ${change.target}`;
}

function ChangeText({ item }: { readonly item: Change }) {
  const project = useProject();
  if (item.kind === 'rows') {
    const { rows, table, action } = item.change;
    return (
      <span>
        {plural(rows, 'row')} of <AppLink to={tableAddress(project.id, table)}>{visibleLine(table, TEXT_MAX)}</AppLink>{' '}
        {VERBS[action]}
      </span>
    );
  }
  const { id, action, target, details } = item.change;
  return (
    <span>
      <AppLink to={`${projectAddress(project.id, 'audit')}?entry=${id}`}>
        <code>{action}</code>
      </AppLink>{' '}
      {visibleLine(targetName(target, details), TEXT_MAX)}
    </span>
  );
}

interface UndoButtonProps {
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

function UndoButton({ isBusy, onUndo }: UndoButtonProps) {
  return (
    <Button variant="default" size="compact-sm" loading={isBusy} onClick={onUndo}>
      Undo
    </Button>
  );
}

function actorText({ kind, email, id }: Actor): string {
  return email ?? (kind === 'account' ? (id ?? kind) : kind);
}
