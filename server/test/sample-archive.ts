import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ArchivePart, Manifest } from '../src/archive/format/format.ts';
import type { TarEntry } from '../src/archive/format/tar/write-tar.ts';
import { documentEntry, writeArchive } from '../src/archive/format/write-archive.ts';

const FILE_ID = '01a00000-0000-7000-8000-000000000001';

/** The contents of a small archive, which tests can change before it is written. */
export interface SampleContents {
  manifest: Manifest;
  parts: { part: ArchivePart; bytes: Buffer }[];
  blobs: TarEntry[];
}

/** An archive with a part of nearly every kind, a stored file and a published file. */
export function sampleContents(): SampleContents {
  const file = Buffer.from('the bytes of a file');
  const page = Buffer.from('<!doctype html>');
  const table = { name: 'notes', columns: [{ name: 'title', type: 'text' }], rules: {} };
  const parts = [
    documentPart('schema.json', { tables: [table] }),
    documentPart('settings.json', { project: {} }),
    recordsPart('rows/notes/00001.ndjson.gz', [{ id: FILE_ID, title: 'one' }]),
    recordsPart('rows/notes/00002.ndjson.gz', [{ id: `${FILE_ID.slice(0, -1)}2`, title: 'two' }]),
    recordsPart('users/00001.ndjson.gz', [{ id: FILE_ID }]),
    recordsPart('deployments/00001.ndjson.gz', [{ id: FILE_ID, files: [{ sha256: sha256(page), size: page.length }] }]),
    recordsPart('files/00001.ndjson.gz', [{ id: FILE_ID, size: file.length, checksum_sha256: sha256(file) }]),
  ];
  return {
    manifest: {
      format: 'service-archive',
      format_version: 1,
      service_version: '0.1.0',
      archive_id: FILE_ID,
      created_at: '2026-01-02T03:04:05.000Z',
      project: { id: 'sample', name: 'Sample', public_key: 'pk_sample' },
      counts: {
        tables: 1,
        rows: 2,
        users: 1,
        files: 1,
        file_bytes: file.length,
        functions: 0,
        secrets: 0,
        webhooks: 0,
        messages: 0,
        deployments: 1,
      },
      key: { wrapped: [] },
      excluded: [],
      parts: parts.map(({ part }) => part),
    },
    parts,
    blobs: [documentEntry(`blobs/${FILE_ID}`, file), documentEntry(`app/${sha256(page)}`, page)],
  };
}

export function recordsPart(name: string, records: readonly unknown[]): { part: ArchivePart; bytes: Buffer } {
  const text = records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');
  const bytes = gzipSync(text);
  const unpacked = Buffer.byteLength(text);
  return { part: { ...partOf(name, bytes), unpacked_bytes: unpacked, records: records.length }, bytes };
}

export function documentPart(name: string, value: unknown): { part: ArchivePart; bytes: Buffer } {
  const bytes = Buffer.from(JSON.stringify(value));
  return { part: partOf(name, bytes), bytes };
}

/** Writes the archive; its manifest describes the parts correctly unless `manifest` differs. */
export async function writeSample({ manifest, parts, blobs }: SampleContents): Promise<Buffer> {
  const entries = parts.map(({ part, bytes }) => documentEntry(part.name, bytes));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeArchive({ manifest, parts: entries, blobs: () => blobs }).pieces) pieces.push(piece);
  return Buffer.concat(pieces);
}

function partOf(name: string, bytes: Buffer): ArchivePart {
  return { name, bytes: bytes.length, sha256: sha256(bytes), unpacked_bytes: bytes.length, records: 1 };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
