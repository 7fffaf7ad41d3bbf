import type { Dialect, JsonMember, ServiceTable } from '../../database/index.ts';
import { FILES_TABLE } from './files-table.ts';
import type { StorageContext } from './storage-context.ts';

/** The files of a project as webhooks see them: the record of `presentFile`, made in SQL. */
export function watchedFiles({ projectUrl }: Pick<StorageContext, 'projectUrl'>): ServiceTable {
  return {
    ...FILES_TABLE,
    name: 'storage.files',
    sample: { name: 'sample.png', path: 'samples/sample.png', mime_type: 'image/png', visibility: 'private' },
    recordOf: (projectId) => ({ members: (dialect, row) => membersOf(dialect, row, projectUrl(projectId)) }),
  };
}

function membersOf(dialect: Dialect, row: string, base: string): readonly JsonMember[] {
  const files = `'${base.replaceAll("'", "''")}/storage/files/'`;
  const url = { name: 'url', sql: `${files} || CAST(${row}."id" AS text) || '/download'` };
  return FILES_TABLE.columns.flatMap(({ name, physical, type }) => {
    const member = { name, sql: dialect.jsonValue(`${row}."${physical}"`, type) };
    return name === 'visibility' ? [member, url] : [member];
  });
}
