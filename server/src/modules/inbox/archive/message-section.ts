import { type ArchiveSection, jsonOf, loadSystemRows, systemRows } from '../../../archive/sections/index.ts';
import type { Database } from '../../../database/index.ts';
import { messagesTable } from '../messages-table.ts';

export function createMessageSection(database: Database): ArchiveSection {
  return {
    folder: 'messages',
    async save({ snapshot, record }) {
      for await (const page of snapshot.rows(systemRows(database, messagesTable))) {
        for (const row of page) await record(jsonOf(row));
      }
    },
    openLoad: ({ project: { store } }) => ({
      take: (records) => loadSystemRows(database, store, { table: messagesTable, records }),
    }),
  };
}
