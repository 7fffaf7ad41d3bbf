import { Button } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { tableAddress } from '../address/addresses.ts';
import { AppLink } from '../address/app-link.tsx';
import { api, dataOf } from '../api/client.ts';
import { FailureAlert } from '../feedback/failure-alert.tsx';
import { WholeTable } from '../list/whole-table.tsx';
import { useMay, useProject } from '../project/project-context.tsx';
import { formatCount, formatMs } from '../text/formats.ts';
import { TimeText } from '../text/time-text.tsx';
import { useAddIndex } from './use-add-index.ts';

export interface SlowList {
  readonly table: string;
  readonly index: { readonly columns: readonly string[] };
  readonly lists: number;
  readonly mean_ms: number;
  readonly slowest_ms: number;
  readonly last_at: string;
}

export function slowListsQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'tables', 'slow-lists'],
    queryFn: ({ signal }): Promise<readonly SlowList[]> => {
      const params = { path: { project_id: project } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/slow-lists', { params, signal }));
    },
  });
}

const keyOf = ({ table, index }: SlowList): string => `${table} ${index.columns.join()}`;

export function SlowLists({ lists }: { readonly lists: readonly SlowList[] }) {
  const project = useProject();
  const isEditor = useMay('editor');
  const addIndex = useAddIndex();
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();
  const add = async (list: SlowList): Promise<void> => {
    setBusy(keyOf(list));
    setError(undefined);
    try {
      await addIndex({ table: list.table, columns: list.index.columns });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <>
      {error !== undefined && <FailureAlert error={error} />}
      <WholeTable
        name="Slow lists"
        parameter="slow"
        items={lists}
        keyOf={keyOf}
        columns={[
          {
            title: 'Table',
            value: ({ table }) => table,
            cell: ({ table }) => <AppLink to={tableAddress(project.id, table, 'structure')}>{table}</AppLink>,
          },
          { title: 'Index that would serve them', cell: ({ index }) => <code>{index.columns.join(', ')}</code> },
          {
            title: 'Lists',
            align: 'right',
            value: ({ lists: count }) => count,
            cell: ({ lists: count }) => formatCount(count),
          },
          {
            title: 'Mean',
            align: 'right',
            value: ({ mean_ms: mean }) => mean,
            cell: ({ mean_ms: mean }) => formatMs(mean),
          },
          {
            title: 'Slowest',
            align: 'right',
            value: ({ slowest_ms: slowest }) => slowest,
            cell: ({ slowest_ms: slowest }) => formatMs(slowest),
          },
          { title: 'Last', value: ({ last_at: last }) => last, cell: ({ last_at: last }) => <TimeText at={last} /> },
          {
            title: 'Actions',
            isTitleHidden: true,
            cell: (list) =>
              isEditor && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Add the index on ${list.index.columns.join(', ')}`}
                  loading={busy === keyOf(list)}
                  onClick={() => void add(list)}
                >
                  Add index
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}
