import type { TestProject, TestServer } from '../../server/test/index.ts';
import { createFolder, type Folder } from './run-command.ts';

/** A folder whose environment names a new project of the server. */
export async function openApp(server: TestServer): Promise<Folder & { readonly project: TestProject }> {
  const project = await server.createProject();
  const folder = await createFolder({
    SERVICE_URL: server.url,
    SERVICE_TOKEN: server.adminToken,
    SERVICE_PROJECT_ID: project.id,
  });
  return { ...folder, project };
}
