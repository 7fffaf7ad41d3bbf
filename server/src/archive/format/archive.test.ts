import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  documentPart,
  recordsPart,
  type SampleContents,
  sampleContents,
  writeSample,
} from '../../../test/sample-archive.ts';
import { DamagedArchive, UnsupportedArchive, walkArchiveFile } from './index.ts';
import { BLOCK_BYTES, encodeTarHeader } from './tar/tar-header.ts';

const APP = /^app\/[0-9a-f]{64}$/;

async function walk(archive: Uint8Array): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  try {
    const path = join(folder, 'archive.tar');
    await writeFile(path, archive);
    return await walkArchiveFile(path);
  } catch (error) {
    if (error instanceof DamagedArchive) return { entry: error.entry, reason: error.reason };
    if (error instanceof UnsupportedArchive) return { newer: error.formatVersion };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The offset of an entry's header. */
function headerOf(archive: Buffer, name: string): number {
  for (let at = 0; at < archive.length; at += BLOCK_BYTES) {
    if (archive.toString('latin1', at, at + name.length + 1) === `${name}\0`) return at;
  }
  throw new Error(`there is no ${name}`);
}

function flipped(archive: Buffer, at: number): Buffer {
  const changed = Buffer.from(archive);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

function withHeader(archive: Buffer, name: string, change: (header: Buffer) => void): Buffer {
  const changed = Buffer.from(archive);
  const at = headerOf(archive, name);
  const header = changed.subarray(at, at + BLOCK_BYTES);
  change(header);
  // Corrects the checksum, as an attacker would.
  header.write('        ', 148, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return changed;
}

test('an archive has the same bytes every time, and is complete', async () => {
  const archive = await writeSample(sampleContents());
  expect(archive.equals(await writeSample(sampleContents()))).toBe(true);
  expect(await walk(archive)).toMatchObject({ format_version: 1, counts: { rows: 2, files: 1 } });
  // ustar, mode 0600, no owner, time 0, and every header of the same form.
  expect(archive.toString('latin1', 100, 124).split('\0')).toEqual(['0000600', '0000000', '0000000', '']);
  expect(archive.toString('latin1', 136, 148)).toBe('00000000000\0');
});

test('an archive with any changed byte is damaged', async () => {
  const archive = await writeSample(sampleContents());
  const places = Array.from({ length: Math.ceil(archive.length / 97) }, (_, index) => index * 97);
  for (const at of places) {
    expect(await walk(flipped(archive, at)), `byte ${at}`).toMatchObject({ entry: expect.any(String) });
  }
});

test('an archive truncated at any point is damaged', async () => {
  const archive = await writeSample(sampleContents());
  for (let length = 0; length < archive.length; length += 256) {
    expect(await walk(archive.subarray(0, length)), `${length} bytes`).toMatchObject({ reason: 'truncated' });
  }
});

type Bytes = (archive: Buffer) => Uint8Array;

/** Changes of the bytes, and the damage reported for each. */
const BYTES: readonly [string, Bytes, object][] = [
  ['nothing at all', () => Buffer.alloc(0), { entry: 'manifest.json', reason: 'truncated' }],
  ['no archive', () => Buffer.from('a'.repeat(5000)), { entry: 'manifest.json', reason: 'checksum' }],
  ['only the end', () => Buffer.alloc(1024), { entry: 'manifest.json', reason: 'truncated' }],
  [
    'a changed manifest',
    (archive) => Buffer.from(archive.toString('latin1').replace('"sample"', '"simple"'), 'latin1'),
    { entry: 'manifest.json', reason: 'checksum' },
  ],
  [
    'a changed part',
    (archive) => flipped(archive, headerOf(archive, 'users/00001.ndjson.gz') + BLOCK_BYTES + 12),
    { entry: 'users/00001.ndjson.gz', reason: 'checksum' },
  ],
  [
    'a changed file',
    (archive) => Buffer.from(archive.toString('latin1').replace('the bytes of', 'tHe bytes of'), 'latin1'),
    { entry: 'blobs/01a00000-0000-7000-8000-000000000001', reason: 'checksum' },
  ],
  [
    'a changed published file',
    (archive) => Buffer.from(archive.toString('latin1').replace('<!doctype', '<!DOCTYPE'), 'latin1'),
    { entry: expect.stringMatching(APP), reason: 'checksum' },
  ],
  [
    'a byte in a padding',
    (archive) => flipped(archive, headerOf(archive, 'settings.json') + 2 * BLOCK_BYTES - 1),
    { entry: 'settings.json', reason: 'checksum' },
  ],
  ['a byte after the end', (archive) => Buffer.concat([archive, Buffer.of(0)]), { entry: 'end.json', reason: 'size' }],
  ['another archive after it', (archive) => Buffer.concat([archive, archive]), { entry: 'end.json', reason: 'size' }],
  [
    'a name that leads out',
    (archive) => withHeader(archive, 'users/00001.ndjson.gz', (header) => header.write('../../etc/passwd\0', 0)),
    { entry: 'users/00001.ndjson.gz', reason: 'name' },
  ],
  [
    'an absolute name',
    (archive) => withHeader(archive, 'users/00001.ndjson.gz', (header) => header.write('/etc/passwd\0', 0)),
    { entry: 'users/00001.ndjson.gz', reason: 'name' },
  ],
  [
    'a link',
    (archive) => withHeader(archive, 'users/00001.ndjson.gz', (header) => header.write('2', 156)),
    { entry: 'users/00001.ndjson.gz', reason: 'checksum' },
  ],
  [
    'a mode for everybody',
    (archive) => withHeader(archive, 'schema.json', (header) => header.write('0000777', 100)),
    { entry: 'schema.json', reason: 'checksum' },
  ],
  [
    'a huge entry',
    (archive) => withHeader(archive, 'schema.json', (header) => header.write('77777777777', 124)),
    { entry: 'schema.json', reason: 'size' },
  ],
  [
    'a manifest of eight gigabytes',
    (archive) => withHeader(archive, 'manifest.json', (header) => header.write('77777777777', 124)),
    { entry: 'manifest.json', reason: 'size' },
  ],
  [
    'two parts swapped',
    (archive) => {
      const [a, b] = [headerOf(archive, 'rows/notes/00001.ndjson.gz'), headerOf(archive, 'rows/notes/00002.ndjson.gz')];
      const c = headerOf(archive, 'users/00001.ndjson.gz');
      return Buffer.concat([
        archive.subarray(0, a),
        archive.subarray(b, c),
        archive.subarray(a, b),
        archive.subarray(c),
      ]);
    },
    { entry: 'rows/notes/00001.ndjson.gz', reason: 'order' },
  ],
  [
    'a part left out',
    (archive) => {
      const [a, b] = [headerOf(archive, 'rows/notes/00002.ndjson.gz'), headerOf(archive, 'users/00001.ndjson.gz')];
      return Buffer.concat([archive.subarray(0, a), archive.subarray(b)]);
    },
    { entry: 'rows/notes/00002.ndjson.gz', reason: 'order' },
  ],
  [
    'an unknown entry',
    (archive) => {
      const at = headerOf(archive, 'end.json');
      return Buffer.concat([archive.subarray(0, at), encodeTarHeader('extra.json', 0), archive.subarray(at)]);
    },
    { entry: 'end.json', reason: 'order' },
  ],
];

test.each(BYTES)('%s is reported with its entry and reason', async (_name, change, told) => {
  expect(await walk(change(await writeSample(sampleContents())))).toEqual(told);
});

type Change = (contents: SampleContents) => void;

/** Replaces a part and its manifest entry, as somebody who knows the format could. */
function replacing(index: number, part: SampleContents['parts'][number]): Change {
  return ({ manifest, parts }) => {
    parts[index] = part;
    (manifest.parts as SampleContents['manifest']['parts'][number][])[index] = part.part;
  };
}

function inManifest(change: (manifest: Record<string, unknown>) => void): Change {
  return ({ manifest }) => change(manifest as unknown as Record<string, unknown>);
}

const CONTENTS: readonly [string, Change, object][] = [
  ['a newer format', inManifest((manifest) => Object.assign(manifest, { format_version: 2 })), { newer: 2 }],
  [
    'another format',
    inManifest((manifest) => Object.assign(manifest, { format: 'zip' })),
    { entry: 'manifest.json', reason: 'record' },
  ],
  [
    'no counts',
    inManifest((manifest) => Object.assign(manifest, { counts: {} })),
    { entry: 'manifest.json', reason: 'record' },
  ],
  [
    'a part over the size limit',
    ({ manifest }) => Object.assign(manifest.parts[2] ?? {}, { unpacked_bytes: 64 * 1024 * 1024 + 1 }),
    { entry: 'manifest.json', reason: 'size' },
  ],
  [
    'more rows than declared',
    ({ manifest }) => Object.assign(manifest.counts, { rows: 1 }),
    { entry: 'manifest.json', reason: 'count' },
  ],
  [
    'fewer tables than declared',
    replacing(0, documentPart('schema.json', { tables: [] })),
    { entry: 'schema.json', reason: 'count' },
  ],
  [
    'a schema that is not JSON',
    replacing(0, { ...documentPart('schema.json', 1), bytes: Buffer.from('{') }),
    { entry: 'schema.json', reason: 'checksum' },
  ],
  [
    'a part that unpacks to more than declared',
    ({ manifest, parts }) => {
      const bomb = recordsPart('users/00001.ndjson.gz', [{ id: 'x'.repeat(3_000_000) }]);
      replacing(4, { ...bomb, part: { ...bomb.part, unpacked_bytes: 10 } })({ manifest, parts, blobs: [] });
    },
    { entry: 'users/00001.ndjson.gz', reason: 'size' },
  ],
  [
    'a record of more than four megabytes',
    replacing(4, recordsPart('users/00001.ndjson.gz', [{ id: 'x'.repeat(4 * 1024 * 1024) }])),
    { entry: 'users/00001.ndjson.gz', reason: 'size' },
  ],
  [
    'a record that is not an object',
    replacing(4, recordsPart('users/00001.ndjson.gz', ['[1]'])),
    { entry: 'users/00001.ndjson.gz', reason: 'record' },
  ],
  [
    'a file with an id that is a path',
    replacing(6, recordsPart('files/00001.ndjson.gz', [{ id: '../../x', size: 1, checksum_sha256: '0'.repeat(64) }])),
    { entry: 'files/00001.ndjson.gz', reason: 'record' },
  ],
  [
    'a file whose size differs from its record',
    ({ manifest, parts }) => {
      const record = { id: '01a00000-0000-7000-8000-000000000001', size: 5, checksum_sha256: '0'.repeat(64) };
      Object.assign(manifest.counts, { file_bytes: 5 });
      replacing(6, recordsPart('files/00001.ndjson.gz', [record]))({ manifest, parts, blobs: [] });
    },
    { entry: 'blobs/01a00000-0000-7000-8000-000000000001', reason: 'size' },
  ],
  [
    'a file left out',
    ({ blobs }) => blobs.shift(),
    { entry: 'blobs/01a00000-0000-7000-8000-000000000001', reason: 'order' },
  ],
];

test.each(CONTENTS)('%s is reported with its entry and reason', async (_name, change, told) => {
  const contents = sampleContents();
  change(contents);
  expect(await walk(await writeSample(contents))).toEqual(told);
});
