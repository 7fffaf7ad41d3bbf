import { useQuery } from '@tanstack/react-query';
import { tableAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { plural } from '../../shared/text/formats.ts';
import classes from './files.module.css';

const TABLES_MAX = 1000;

interface Use {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
}

export function UsedBy({ file }: { readonly file: string }) {
  const { id } = useProject();
  const query = useQuery({
    queryKey: [id, 'files', 'used-by', file],
    queryFn: ({ signal }) => findUses(id, file, signal),
  });
  return (
    <Region title="Used by">
      <QueryPart query={query} lines={1}>
        {(uses) =>
          uses.length === 0 ? (
            <p className="dim">No row refers to this file.</p>
          ) : (
            <ul aria-label="Used by" className={classes.inside}>
              {uses.map(({ table, column, rows }) => (
                <li key={`${table}.${column}`}>
                  <AppLink to={`${tableAddress(id, table)}${searchText({ filter: `${column}:eq:${file}` })}`}>
                    {table}.{column}
                  </AppLink>
                  <span className="dim">{plural(rows, 'row')}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryPart>
    </Region>
  );
}

async function findUses(project: string, file: string, signal: AbortSignal): Promise<readonly Use[]> {
  const params = { path: { project_id: project }, query: { limit: TABLES_MAX } };
  const tables = await dataOf(api.GET('/api/cloud/projects/{project_id}/tables', { params, signal }));
  const columns = tables.flatMap((table) =>
    typeof table.columns === 'number'
      ? []
      : table.columns
          .filter(({ type }) => type === 'file')
          .map((column) => ({ table: table.name, column: column.name })),
  );
  const uses = await Promise.all(
    columns.map(async ({ table, column }) => {
      const query = { filter: `${column}:eq:${file}`, limit: 0 };
      const answer = await answerOf(
        api.GET('/api/cloud/projects/{project_id}/data/{table}', {
          params: { path: { project_id: project, table }, query },
          signal,
        }),
      );
      return { table, column, rows: (answer as { readonly count?: number }).count ?? 0 };
    }),
  );
  return uses.filter(({ rows }) => rows > 0);
}
