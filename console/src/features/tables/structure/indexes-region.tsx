import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../../shared/api/client.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { type FieldSpec, isOn, textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { SlowLists, slowListsQuery } from '../../../shared/indexes/slow-lists.tsx';
import { useAddIndex } from '../../../shared/indexes/use-add-index.ts';
import { DataTable } from '../../../shared/list/data-table.tsx';
import { RowMenu } from '../../../shared/list/row-menu.tsx';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import type { TableIndex, TableInfo } from '../table-types.ts';

interface IndexesRegionProps {
  readonly table: TableInfo;
  readonly isEditor: boolean;
}

export function IndexesRegion({ table, isEditor }: IndexesRegionProps) {
  const project = useProject();
  const changed = useChanged();
  const dialog = useDialog();
  const slow = useQuery(slowListsQuery(project.id));
  const slowHere = slow.data?.filter((list) => list.table === table.name) ?? [];
  const askRemove = ({ columns }: TableIndex): void =>
    dialog.confirm({
      action: 'Remove index',
      text: `Lists that the index on ${columns.join(', ')} serves read the whole table from then on.`,
      run: async () => {
        const params = { path: { project_id: project.id, name: table.name } };
        const body = { drop_indexes: [[...columns]] };
        await answerOf(api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params, body }));
        await changed(project.id, 'tables');
      },
    });
  return (
    <>
      <Region
        title="Indexes of several columns"
        actions={
          isEditor && (
            <Button
              variant="default"
              onClick={() => dialog.open((close) => <AddIndex table={table} onClose={close} />)}
            >
              Add index
            </Button>
          )
        }
      >
        {table.indexes.length === 0 ? (
          <p className="dim">
            None yet. An index on <code>category, created_at</code> lets a list of one category in the order of time
            read only its page. Columns that are indexed or unique have an index of their own.
          </p>
        ) : (
          <DataTable
            name="Indexes"
            items={table.indexes}
            keyOf={({ columns }) => columns.join()}
            columns={[
              { title: 'Columns', cell: ({ columns }) => <code>{columns.join(', ')}</code> },
              { title: 'Options', cell: ({ unique }) => (unique ? 'unique' : '–') },
              {
                title: 'Actions',
                isTitleHidden: true,
                cell: (index) => (
                  <RowMenu
                    name={`the index on ${index.columns.join(', ')}`}
                    actions={
                      isEditor ? [{ label: 'Remove index', isDangerous: true, run: () => askRemove(index) }] : []
                    }
                  />
                ),
              },
            ]}
          />
        )}
      </Region>
      {slowHere.length > 0 && (
        <Region title="Slow lists">
          <p className="dim">These lists took 20 ms or more because no index serves them.</p>
          <SlowLists lists={slowHere} />
        </Region>
      )}
      {dialog.element}
    </>
  );
}

const COLUMNS_MAX = 5;

function AddIndex({ table, onClose }: { readonly table: TableInfo; readonly onClose: () => void }) {
  const addIndex = useAddIndex();
  const names = table.columns.filter(({ name, type }) => type !== 'json' && name !== 'id').map(({ name }) => name);
  const chosen = Array.from({ length: COLUMNS_MAX }, (_, at) => `column_${at + 1}`);
  const fields = chosen.map((name, at): FieldSpec => {
    const none = { value: '', label: at < 2 ? 'Choose a column' : 'No further column' };
    return {
      name,
      label: `Column ${at + 1}`,
      kind: 'select',
      options: [none, ...names.map((value) => ({ value }))],
      isShown: (values) => at < 2 || textOf(values, chosen[at - 1] ?? '') !== '',
    };
  });
  return (
    <FormDialog
      title="Add index"
      text="First the columns that lists compare with a value, then the one they are ordered by."
      fields={[
        ...fields,
        {
          name: 'unique',
          label: 'Unique',
          kind: 'checkbox',
          hint: 'No two rows may have the same values in all these columns.',
        },
      ]}
      send={(values) => {
        const columns = chosen.map((name) => textOf(values, name)).filter((name) => name !== '');
        return addIndex({ table: table.name, columns, unique: isOn(values, 'unique') });
      }}
      onClose={onClose}
    />
  );
}
