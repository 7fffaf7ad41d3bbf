import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberRole } from '../../../server/src/callers/index.ts';
import { startTestServer, type TestProject, type TestServer } from '../../../server/test/index.ts';
import { createMember } from '../../../server/test/operators.ts';
import { createFolder } from '../../test/run-command.ts';
import { COMMANDS } from './index.ts';

const ID = '0199c0de-0000-7000-8000-000000000000';

interface Use {
  /** Arguments after the words of the command. */
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Viewers may use it. */
  readonly isRead?: boolean;
}

const READ: Use = { args: [], isRead: true };
const CHANGE: Use = { args: [] };

/** Every command that works with a project. */
const USES: Readonly<Record<string, Use>> = {
  'projects show': READ,
  'projects delete': { args: ['{project}', '--confirm', '{project}'] },
  link: { args: ['{project}'], isRead: true },
  init: READ,
  'tables list': READ,
  'tables show': { args: ['notes'], isRead: true },
  'tables changes list': READ,
  'tables changes show': { args: [ID] },
  'tables changes wait': { args: [ID] },
  'tables changes cancel': { args: [ID] },
  diff: READ,
  push: { args: ['--confirm', '{project}'] },
  pull: { args: ['--yes'], isRead: true },
  types: READ,
  'rows export': { args: ['notes'], isRead: true },
  'rows import': { args: ['notes', '-', '--format', 'ndjson'], stdin: '{"title":"a stranger’s"}' },
  'rows list': { args: ['notes'], isRead: true },
  'rows get': { args: ['notes', ID] },
  'settings pull': { args: ['--yes'], isRead: true },
  'settings diff': READ,
  'settings push': { args: ['--yes'] },
  'keys list': CHANGE,
  'keys create': { args: ['a stranger’s', '--out', 'key.txt'] },
  'keys delete': { args: [ID, '--confirm', '{project}'] },
  'keys rotate-public': { args: ['--confirm', '{project}'] },
  'files list': READ,
  'files show': { args: [ID] },
  'files upload': { args: ['schema.json'] },
  'files download': { args: [ID, '--out', 'file'] },
  'files sign': { args: [ID] },
  'files delete': { args: [ID, '--confirm', '{project}'] },
  'projects copy': { args: ['a stranger’s'] },
  'functions list': READ,
  'functions delete': { args: ['greet', '--confirm', '{project}'] },
  'functions deploy': CHANGE,
  'functions run': { args: ['greet'] },
  'functions later': { args: ['greet'] },
  'functions jobs list': READ,
  'functions jobs show': { args: [ID] },
  'functions jobs resume': CHANGE,
  'functions jobs retry': { args: [ID] },
  'functions jobs cancel': { args: [ID] },
  'functions dev': CHANGE,
  'functions logs': READ,
  'functions secrets list': READ,
  'functions secrets set': { args: ['KEY'], stdin: 'a value' },
  'functions secrets unset': { args: ['KEY', '--yes'] },
  deploy: CHANGE,
  'deploy list': READ,
  'deploy rollback': { args: ['--yes'] },
  'webhooks list': READ,
  'webhooks create': { args: ['--table', 'notes', '--forward', 'https://receiver.invalid/'] },
  'webhooks delete': { args: [ID, '--confirm', '{project}'] },
  'webhooks test': { args: [ID] },
  'webhooks resend': { args: [ID, ID] },
  'webhooks listen': { args: ['--table', 'notes', '--forward', 'http://127.0.0.1:1/'] },
  'payments simulate': { args: ['checkout'] },
  'rules test': READ,
  'messages list': READ,
  'messages show': { args: [ID] },
  'messages mark': { args: [ID, 'read'] },
  'messages delete': { args: [ID, '--confirm', '{project}'] },
  'messages export': READ,
  'users list': READ,
  'users show': { args: [ID] },
  'users create': { args: ['new@example.com', '--password-file', '-'], stdin: 'a good password' },
  'users disable': { args: [ID, '--yes'] },
  'users enable': { args: [ID] },
  'users reset': { args: [ID, '--yes'] },
  'users delete': { args: [ID, '--confirm', '{project}'] },
  backup: CHANGE,
  'backup create': CHANGE,
  'backup list': CHANGE,
  'backup fetch': { args: [ID] },
  'backup delete': { args: [ID, '--confirm', '{project}'] },
  restore: { args: ['some.service.tar', '--replace', '--no-save', '--confirm', '{project}'] },
  'restore moments': CHANGE,
  'import csv-folder': { args: ['tables'] },
};

/** These commands work with this machine, an account, a whole installation, or a new project. */
const OTHERS = [
  ...[
    'start',
    'login',
    'logout',
    'whoami',
    'projects list',
    'projects create',
    'open',
    'doctor',
    'completion',
    'mcp',
    'functions new',
  ],
  ...['backup verify', 'import pocketbase', 'import supabase', 'recover'],
  ...['instance backup', 'instance key', 'instance restore', 'projects move', 'projects moves'],
  'instance projects',
  ...['list', 'show', 'add', 'change', 'delete'].map((verb) => `instance databases ${verb}`),
];

let server: TestServer;
let project: TestProject;
let tokens: Readonly<Record<'stranger' | 'viewer', string>>;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
  await project.secretApi('/data/notes', { json: { title: 'mine' } });
  const tokenOf = async (of: TestProject, role: MemberRole): Promise<string> => {
    const member = await createMember(server, of, role);
    return (await member.api<{ data: { token: string } }>('/tokens', { json: { name: 'laptop' } })).body.data.token;
  };
  tokens = {
    stranger: await tokenOf(await server.createProject(), 'owner'),
    viewer: await tokenOf(project, 'viewer'),
  };
});
afterAll(() => server?.close());

async function use(name: string, token: string) {
  const app = await createFolder({ SERVICE_URL: server.url, SERVICE_TOKEN: token, SERVICE_PROJECT_ID: project.id });
  await app.write('dist/index.html', '<!doctype html><title>A stranger’s</title>');
  await app.write('functions/greet.ts', 'export default () => "a stranger’s"');
  await app.write('schema.json', '{"version": 1, "tables": {}}');
  await app.write('settings.json', '{"version": 1, "settings": {"auth": {"signup_enabled": false}}}');
  await app.write('rules.test.json', '{"cases": [{"as": null, "do": "read", "table": "notes", "expect": "no"}]}');
  await app.write('some.service.tar', 'x'.repeat(1024));
  await app.write('tables/others.csv', 'id,title\n1,a\n');
  const before = await readdir(app.path);
  const { args, stdin } = USES[name] ?? CHANGE;
  const words = [...name.split(' '), ...args.map((arg) => arg.replace('{project}', project.id)), '--json'];
  const ran = await app.run(words, stdin === undefined ? {} : { stdin });
  const written = (await readdir(app.path)).filter((file) => !before.includes(file));
  await app[Symbol.asyncDispose]();
  return { exit: ran.exit, stderr: ran.stderr, text: ran.stdout, written };
}

/** Everything in the project that a command could have changed. */
async function everything(): Promise<unknown> {
  const paths = [
    '',
    '/tables',
    '/settings',
    '/storage/files',
    '/functions',
    '/secrets',
    '/deployments',
    '/webhooks',
    '/messages',
    '/users',
    '/backups',
  ];
  const bodies = await Promise.all(paths.map(async (path) => (await project.cloudApi(path)).body));
  const keys = (await project.cloudApi<{ data: { id: string }[] }>('/keys')).body.data.map(({ id }) => id);
  return [...bodies, keys, (await project.secretApi('/data/notes')).body];
}

test('this file lists every command', () => {
  expect([...Object.keys(USES), ...OTHERS].sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
});

test('with a token of another account, every command reports that the project does not exist, and changes and writes nothing', async () => {
  const before = await everything();
  for (const name of Object.keys(USES)) {
    const { exit, stderr, text, written } = await use(name, tokens.stranger);
    expect({ name, exit, stderr, code: JSON.parse(text).code, written }, text).toEqual({
      name,
      exit: 4,
      stderr: '',
      code: 'project_not_found',
      written: [],
    });
  }
  expect(await everything()).toEqual(before);
});

test('with an invalid token, every command is refused and writes nothing', async () => {
  for (const name of Object.keys(USES)) {
    const { exit, stderr, text, written } = await use(name, `ct_${'a'.repeat(43)}`);
    expect({ name, exit, stderr, written }, text).toEqual({ name, exit: 3, stderr: '', written: [] });
    expect(text, name).not.toContain('aaaa');
  }
});

test('with a viewer’s token, every command that changes something is refused', async () => {
  const before = await everything();
  const wrong: unknown[] = [];
  for (const [name, { isRead }] of Object.entries(USES)) {
    const { exit, text } = await use(name, tokens.viewer);
    // 6: there are differences. 4: the named thing does not exist.
    if (!(isRead === true ? [0, 6] : [3, 4]).includes(exit)) wrong.push({ name, exit, text });
  }
  expect(wrong).toEqual([]);
  expect(await everything()).toEqual(before);
});
