import { expect } from 'vitest';
import { startTestServer, type TestProject } from '../../server/test/index.ts';
import { createFolder, type Folder } from './run-command.ts';

export const PASSWORD = 'correct horse battery';

interface Report {
  readonly tables: string[];
  readonly users: { imported: number; failed: number };
  readonly rows: { imported: number; failed: number };
  readonly files: { imported: number; failed: number };
  readonly left_out: { kind: string; name: string; reason: string }[];
}

export type Row = Record<string, unknown>;

export interface ImportResult {
  readonly exit: number;
  readonly data: Report;
}

/** A new project, and a folder to import from. */
export interface ImportApp extends Folder {
  readonly project: TestProject;
  import(product: string, path: string, ...more: string[]): Promise<ImportResult>;
  rows(table: string): Promise<Row[]>;
  signIn(email: string): Promise<{ status: number; id?: string }>;
}

export async function startImports() {
  const server = await startTestServer();
  return { url: server.url, openApp: () => openApp(server), close: () => server.close() };
}

async function openApp(server: Awaited<ReturnType<typeof startTestServer>>): Promise<ImportApp> {
  const project = await server.createProject();
  const folder = await createFolder({
    SERVICE_URL: server.url,
    SERVICE_TOKEN: server.adminToken,
    SERVICE_PROJECT_ID: project.id,
  });
  return {
    ...folder,
    project,
    async import(product, path, ...more) {
      const ran = await folder.run(['import', product, path, '--json', ...more]);
      expect(ran.stderr).toBe('');
      return { exit: ran.exit, data: ran.json<{ data: Report }>().data };
    },
    rows: async (table) => (await project.secretApi<{ data: Row[] }>(`/data/${table}`)).body.data,
    async signIn(email) {
      const json = { email, password: PASSWORD };
      const { status, body } = await project.api<{ data?: { user: { id: string } } }>('/auth/login', { json });
      return { status, ...(body.data && { id: body.data.user.id }) };
    },
  };
}
