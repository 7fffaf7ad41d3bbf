import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ENGINES, startTestServer } from '../../../../test/index.ts';
import { documentPart, recordsPart, sampleContents, writeSample } from '../../../../test/sample-archive.ts';

const FILE = {
  id: '01a00000-0000-7000-8000-000000000001',
  name: 'x',
  path: 'folder/x',
  size: 19,
  mime_type: 'text/plain',
  visibility: 'private',
  checksum_sha256: '',
  width: null,
  height: null,
  metadata: {},
  owner_id: null,
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
};

const SETTINGS = {
  project: { name: 'Sample', public_key: `pk_${'x'.repeat(20)}`, allowed_origins: [] },
  settings: {},
  keys: [],
  mail_templates: [],
};

const FUNCTION = {
  name: 'greet',
  trigger: 'http',
  access: 'public',
  schedule: null,
  timezone: 'UTC',
  timeout_ms: 10_000,
  retries: 0,
  description: '',
  enabled: true,
  origin: 'api',
  version: 1,
  created_at: FILE.created_at,
  updated_at: FILE.updated_at,
  deployed_at: FILE.updated_at,
};
const SOURCE = 'export default () => 1;';

const DEPLOYMENT = {
  id: FILE.id,
  number: 1,
  active: true,
  size_bytes: 15,
  functions: [],
  webhooks: [],
  created_at: FILE.created_at,
  versions: [],
};

interface Paths {
  readonly file?: { readonly path?: unknown; readonly name?: unknown; readonly mime_type?: unknown };
  readonly page?: string;
  /** The type of the file and of the page. */
  readonly type?: string;
  readonly source?: string;
}

/** Creates an archive with a table, a deployment and a file at these paths, and a function if `source` names its second file. */
async function archiveWith({ file, page = 'index.html', type = 'text/html', source }: Paths): Promise<Buffer> {
  const { manifest, parts, blobs } = sampleContents();
  const [schema, , ...rows] = parts.filter(({ part }) => /^(schema|settings|rows)/.test(part.name));
  const html = blobs[1]?.size ?? 0;
  const kept = [
    ...(schema === undefined ? [] : [schema]),
    documentPart('settings.json', SETTINGS),
    ...rows,
    ...(source === undefined
      ? []
      : [recordsPart(PARTS.source, [{ ...FUNCTION, files: { 'index.ts': SOURCE, [source]: SOURCE } }])]),
    recordsPart(PARTS.page, [
      { ...DEPLOYMENT, files: [{ path: page, sha256: sha256('<!doctype html>'), size: html, mime_type: type }] },
    ]),
    recordsPart(PARTS.file, [{ ...FILE, checksum_sha256: sha256('the bytes of a file'), mime_type: type, ...file }]),
  ];
  return await writeSample({
    manifest: {
      ...manifest,
      counts: { ...manifest.counts, users: 0, functions: source === undefined ? 0 : 1 },
      parts: kept.map(({ part }) => part),
    },
    parts: kept,
    blobs,
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const PARTS = {
  source: 'functions/00001.ndjson.gz',
  page: 'deployments/00001.ndjson.gz',
  file: 'files/00001.ndjson.gz',
} as const;

const HOSTILE = ['../../x', '/etc/x', 'a\\x', 'a//x', 'a\0x', 'x'.repeat(1100)];

test.each(ENGINES)('a restore refuses a path that an upload or a deployment would refuse, %s', async (engine) => {
  await using server = await startTestServer({ engine });
  const project = await server.createProject();
  const restore = async (paths: Paths) =>
    await project.cloudApi<{ data?: { state: string }; code?: string; error?: string }>('/restore?wait=60', {
      body: new Uint8Array(await archiveWith(paths)),
      headers: { 'content-type': 'application/x-tar' },
    });
  const expectRefused = async (kind: keyof typeof PARTS, paths: Paths) => {
    expect([paths, (await restore(paths)).body]).toMatchObject([
      paths,
      {
        code: 'invalid_archive',
        error: expect.stringMatching(/^The archive is damaged\. .*path (or a name )?(that no|must have) .+\.$/),
        details: { entry: PARTS[kind], reason: 'record' },
      },
    ]);
  };
  for (const path of HOSTILE) {
    await expectRefused('file', { file: { path, name: path.slice(path.lastIndexOf('/') + 1) } });
    await expectRefused('page', { page: path });
    await expectRefused('source', { source: path });
  }
  await expectRefused('file', { file: { path: 'folder/x', name: 'y' } });
  await expectRefused('file', { file: { path: 'folder/\u202ex', name: '\u202ex' } });
  await expectRefused('file', { file: { path: 7, name: 'x' } });
  await expectRefused('page', { page: 'e\u0301.html' });
  // Deployments accept sources in 64 folders with paths of 1,024 bytes.
  const source = `${'long-folder/'.repeat(62)}x.ts`;
  const kept = { file: { path: 'folder/x', name: 'x' }, page: 'folder/x.html', source };
  expect((await restore(kept)).body).toMatchObject({ data: { state: 'done' } });
});

test('a restore refuses a type that no answer can have as its Content-Type', async () => {
  await using server = await startTestServer();
  const project = await server.createProject();
  const restore = async (paths: Paths) =>
    (
      await project.cloudApi('/restore?wait=60', {
        body: new Uint8Array(await archiveWith(paths)),
        headers: { 'content-type': 'application/x-tar' },
      })
    ).body;
  for (const type of ['text/html\r\nx: y', 'text/\u4e2d', 'text', '']) {
    expect([type, await restore({ type, file: { mime_type: 'text/plain' } })]).toMatchObject([
      type,
      { code: 'invalid_archive', details: { entry: PARTS.page, reason: 'record' } },
    ]);
    expect([type, await restore({ file: { mime_type: type } })]).toMatchObject([
      type,
      { code: 'invalid_archive', details: { entry: PARTS.file, reason: 'record' } },
    ]);
  }
  expect(await restore({ type: 'audio/ogg; codecs=opus' })).toMatchObject({ data: { state: 'done' } });
});
