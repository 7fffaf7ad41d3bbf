import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../../server/test/index.ts';
import { createFolder } from '../../../test/run-command.ts';

const COMMAND = fileURLToPath(new URL('../../../bin/servicectl.mjs', import.meta.url));

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
});
afterAll(() => server?.close());

async function connect(args: readonly string[], isModern: boolean): Promise<Client & AsyncDisposable> {
  const folder = await createFolder();
  const env = {
    SERVICE_URL: server.url,
    SERVICE_TOKEN: server.adminToken,
    SERVICE_PROJECT_ID: project.id,
    SERVICE_CONFIG_DIR: join(folder.path, 'config'),
  };
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: isModern ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const command = { command: process.execPath, args: [COMMAND, 'mcp', ...args], env, cwd: folder.path };
  await client.connect(new StdioClientTransport(command));
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      await client.close();
      await folder[Symbol.asyncDispose]();
    },
  });
}

test.each([true, false])(
  'the command offers the same tools over standard input and output (2026-07-28: %s)',
  async (isModern) => {
    await using writer = await connect(['--write'], isModern);
    const { tools } = await writer.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['get_context', 'list_rows', 'write_rows', 'apply_schema']),
    );
    const items = [{ title: `modern ${isModern}` }];
    expect(await writer.callTool({ name: 'write_rows', arguments: { table: 'notes', items } })).toMatchObject({
      structuredContent: { untrusted: true, count: 1 },
    });
    const read = await writer.callTool({
      name: 'list_rows',
      arguments: { table: 'notes', filter: `title:eq:modern ${isModern}` },
    });
    expect(read.structuredContent).toMatchObject({ source: 'rows', project: project.id, table: 'notes', count: 1 });
    const schema = await writer.readResource({ uri: 'service://schema' });
    expect(JSON.stringify(schema.contents)).toContain('notes');
    const { resources } = await writer.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('service://docs/api');
  },
);

test('without --write the server offers no tool that changes data; errors of the API keep their code', async () => {
  await using reader = await connect([], true);
  const { tools } = await reader.listTools();
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  await expect(reader.callTool({ name: 'write_rows', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  expect(await reader.callTool({ name: 'list_rows', arguments: { table: 'nothing' } })).toMatchObject({
    isError: true,
    structuredContent: { code: 'table_not_found' },
  });
});

test('the audit log marks changes as made through MCP', async () => {
  await using writer = await connect(['--write'], true);
  const { body } = await project.cloudApi<{ data: { schema: { tables: object } } }>('/schema');
  const { schema } = body.data;
  const args = { schema: { ...schema, tables: { ...schema.tables, more: { columns: [] } } }, dry_run: false };
  expect(await writer.callTool({ name: 'apply_schema', arguments: args })).toMatchObject({
    structuredContent: { applied: true },
  });
  const audit = await project.cloudApi<{ data: { via: string | null }[] }>('/audit');
  expect(audit.body.data[0]).toMatchObject({ action: 'schema.apply', via: 'mcp' });
});

test('a missing project is reported on standard error before the protocol begins', async () => {
  await using folder = await createFolder({ SERVICE_URL: server.url, SERVICE_TOKEN: server.adminToken });
  const ran = await folder.run(['mcp', '--project', 'no-such-project']);
  expect(ran).toMatchObject({ exit: 4, stdout: '' });
  expect(ran.stderr).toContain('project_not_found');
});
