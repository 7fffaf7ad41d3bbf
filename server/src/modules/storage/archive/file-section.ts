import { type ArchiveRecord, UnfitRecord } from '../../../archive/format/index.ts';
import { type ArchiveSection, jsonOf, loadSystemRows, systemRows, uuidOf } from '../../../archive/sections/index.ts';
import type { Database } from '../../../database/index.ts';
import { isMimeType } from '../../../platform/mime-type.ts';
import { isPlace } from '../file-name.ts';
import { createFilesStore } from '../files-store.ts';
import { FILES_TABLE, isVisibility } from '../files-table.ts';

/** Bytes are separate entries. Signed links are bound to the store, so restored files have none. */
export function createFileSection(database: Database): ArchiveSection {
  const filesStore = createFilesStore(database);
  return {
    folder: 'files',
    async save({ snapshot, record }) {
      for await (const page of snapshot.rows(systemRows(database, FILES_TABLE))) {
        for (const row of page) await record(jsonOf(row));
      }
    },
    openLoad({ project: { store } }) {
      let files = 0;
      let bytes = 0;
      return {
        async take(records) {
          for (const record of records) {
            requireFile(record);
            files += 1;
            bytes += Number(record['size']);
          }
          await loadSystemRows(database, store, { table: FILES_TABLE, records });
        },
        async end() {
          await database.load(store, [filesStore.setUsageStep({ files, bytes })]);
        },
      };
    },
  };
}

function requireFile({ id, visibility, name, path, mime_type: mimeType }: ArchiveRecord): void {
  uuidOf(String(id));
  if (typeof path !== 'string' || typeof name !== 'string' || !isPlace({ name, path })) {
    throw new UnfitRecord(`The file ${String(id)} has a path or a name that no file may have.`);
  }
  if (!isMimeType(mimeType)) throw new UnfitRecord(`The file ${String(id)} has an invalid \`mime_type\`.`);
  if (!isVisibility(visibility)) throw new UnfitRecord(`The file ${String(id)} has an unknown visibility.`);
}
