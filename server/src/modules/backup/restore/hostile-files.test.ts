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

/** Creates an archive with a table and one file. */
async function archiveWith(place: { readonly path: unknown; readonly name: unknown }): Promise<Buffer> {
  const { manifest, parts, blobs } = sampleContents();
  const sha256 = createHash('sha256').update('the bytes of a file').digest('hex');
  const files = recordsPart('files/00001.ndjson.gz', [{ ...FILE, checksum_sha256: sha256, ...place }]);
  const settings = documentPart('settings.json', SETTINGS);
  const [schema, , ...others] = parts.filter(({ part }) => /^(schema|settings|rows)/.test(part.name));
  const kept = [...(schema === undefined ? [] : [schema]), settings, ...others, files];
  return await writeSample({
    manifest: {
      ...manifest,
      counts: { ...manifest.counts, users: 0, deployments: 0 },
      parts: kept.map(({ part }) => part),
    },
    parts: kept,
    blobs: blobs.slice(0, 1),
  });
}

test.each(ENGINES)('a restore refuses a file path that an upload would refuse, %s', async (engine) => {
  await using server = await startTestServer({ engine });
  const project = await server.createProject();
  const restore = async (place: { readonly path: unknown; readonly name: unknown }) =>
    await project.cloudApi<{ data?: { state: string }; code?: string; error?: string }>('/restore?wait=60', {
      body: new Uint8Array(await archiveWith(place)),
      headers: { 'content-type': 'application/x-tar' },
    });
  for (const place of [
    { path: '../../x', name: 'x' },
    { path: '/etc/x', name: 'x' },
    { path: 'a\\x', name: 'a\\x' },
    { path: 'folder/x', name: 'y' },
    { path: 'folder/\u202ex', name: '\u202ex' },
    { path: 7, name: 'x' },
  ]) {
    const refused = await restore(place);
    expect([place, refused.body]).toMatchObject([
      place,
      { code: 'invalid_archive', details: { entry: 'files/00001.ndjson.gz', reason: 'record' } },
    ]);
  }
  expect((await restore({ path: 'folder/x', name: 'x' })).body).toMatchObject({ data: { state: 'done' } });
});
