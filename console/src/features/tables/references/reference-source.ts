import type { QueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../../shared/api/client.ts';
import type { Choice, PickerSource } from '../../../shared/forms/picker-source.ts';
import type { GridRow } from '../grid/rows-api.ts';
import { tableQuery } from '../table-queries.ts';

const CHOICES = 20;
const LABEL_CHARACTERS = 64;

interface LabelsAsked {
  readonly client: QueryClient;
  readonly project: string;
  readonly table: string;
  readonly filter?: (label: string | undefined) => string | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Rows with the text that names them: the first text of the table's own columns, else only the id. */
export async function fetchLabels(asked: LabelsAsked): Promise<readonly Choice[]> {
  const { client, project, table, limit, signal } = asked;
  const { columns } = await client.ensureQueryData(tableQuery(project, table));
  const label = columns.find(({ type, system }) => type === 'text' && system !== true)?.name;
  const filter = asked.filter?.(label);
  const query = {
    select: label === undefined ? 'id' : `id,${label}`,
    limit,
    count: 'none' as const,
    cut: LABEL_CHARACTERS,
    order: 'id:desc',
    ...(filter !== undefined && { filter }),
  };
  const params = { path: { project_id: project, table }, query };
  const call = api.GET('/api/cloud/projects/{project_id}/data/{table}', { params, ...(signal && { signal }) });
  const { data } = (await answerOf(call)) as unknown as { data: readonly GridRow[] };
  return data.map((row) => {
    const text = label === undefined ? null : row[label];
    return { id: row.id, label: String(text ?? row.id), detail: `…${row.id.slice(-8)}` };
  });
}

export function referenceSource(client: QueryClient, project: string, table: string): PickerSource {
  return {
    key: [project, 'rows', table, 'reference'],
    find: (text, signal) =>
      fetchLabels({
        client,
        project,
        table,
        limit: CHOICES,
        signal,
        filter: (label) => (text === '' || label === undefined ? undefined : `${label}:ilike:${quoted(`*${text}*`)}`),
      }),
    async labelOf(id, signal) {
      const rows = await fetchLabels({ client, project, table, limit: 1, signal, filter: () => `id:eq:${quoted(id)}` });
      return rows[0]?.label;
    },
  };
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
