import { type Config, VERSION } from '../config/index.ts';
import type { Database } from '../database/index.ts';
import type { Logger } from '../platform/logger.ts';
import { type ProjectReader, startCheck } from '../upgrade/index.ts';
import type { Components } from './components.ts';

const SERVICE = { kind: 'secret', id: 'service' } as const;

export function startProjectCheck(
  { dataDir }: Pick<Config, 'dataDir'>,
  components: Components,
  { database, logger }: { readonly database: Database; readonly logger: Logger },
): { stop(): Promise<void> } {
  return startCheck({ dataDir, version: VERSION, reader: createProjectReader(components, database), logger });
}

/** Reads a row of each table as the service answers requests, which also migrates the project's store. */
function createProjectReader({ projects, tables, rows }: Components, database: Database): ProjectReader {
  return {
    async list() {
      const text = `SELECT id FROM ${database.dialect.table('projects')} ORDER BY id`;
      return (await database.query('control', { text, values: [] })).map(({ id }) => String(id));
    },
    async read(id) {
      const project = await projects.find(id);
      if (project === undefined) return;
      const catalogue = await tables.catalogue(project);
      for (const { name } of catalogue.tables.values()) {
        await rows.list(project, SERVICE, name, { limit: 1, count: 'none' });
      }
    },
  };
}
