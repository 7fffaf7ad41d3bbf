import { useQuery } from '@tanstack/react-query';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { panelSteps } from '../../../shared/dialogs/panel-steps.tsx';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { SettingsForm } from '../../../shared/forms/settings-form.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { TimeText } from '../../../shared/text/time-text.tsx';
import { usePickerSource } from '../references/use-picker-source.ts';
import { WhoSeesRow } from '../rules/who-sees-row.tsx';
import type { TableInfo } from '../table-types.ts';
import { changedValues, formOf, rowFields } from './row-fields.ts';
import type { GridRow } from './rows-api.ts';
import { changedMeanwhile } from './use-cell-changes.ts';
import type { GridChanges } from './use-grid-changes.ts';

interface RowPanelProps {
  readonly table: TableInfo;
  readonly id: string;
  readonly rows: readonly GridRow[];
  readonly changes: GridChanges;
  readonly isEditable: boolean;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

export function RowPanel({ table, id, rows, changes, isEditable, onMove, onClose }: RowPanelProps) {
  const project = useProject();
  const changed = useChanged();
  const sourceOf = usePickerSource();
  const key = [project.id, 'rows', table.name, 'one', id];
  const query = useQuery({ queryKey: key, queryFn: () => changes.api.get(id), staleTime: 0 });
  const steps = panelSteps({ name: 'row', id, ids: rows.map((row) => row.id), go: onMove });
  return (
    <Dialog title="Row" kind="panel" onClose={onClose} {...steps}>
      <QueryPart query={query}>
        {(row) => (
          <>
            <p className="dim">
              <code>{row.id}</code> · created <TimeText at={String(row['created_at'])} /> · changed{' '}
              <TimeText at={String(row['updated_at'])} />
            </p>
            <SettingsForm
              fields={rowFields(table.columns, sourceOf)}
              initial={formOf(table.columns, row)}
              draft={`${location.pathname}#row ${id}`}
              isReadOnly={!isEditable}
              reload={() => void query.refetch()}
              version={String(row['updated_at'])}
              send={async (values, version) => {
                const entered = changedValues(table.columns, row, values);
                const seen = { id, updated_at: version };
                if ((await changes.api.change(seen, entered)) === undefined) throw changedMeanwhile(row);
                await changed(project.id, 'rows', table.name);
              }}
            />
            <WhoSeesRow table={table} rowId={id} ownerId={row['owner_id']} />
          </>
        )}
      </QueryPart>
    </Dialog>
  );
}
