import { hash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ArchiveCounts,
  BlobList,
  blobEntryName,
  documentEntry,
  ENTRY_BYTES_MAX,
  type Excludable,
  FOLDERS,
  type Folder,
  isExcludedFolder,
  type Manifest,
  type TarEntry,
  type WrittenArchive,
  writeArchive,
} from '../../../archive/format/index.ts';
import type { NamedSecret, RecordSink } from '../../../archive/sections/index.ts';
import { storageError } from '../../../blobs/index.ts';
import type { Project } from '../../../callers/index.ts';
import type { Snapshot } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { jsonOf, type SavedTable, savedTables } from '../../tables/index.ts';
import { type ArchiveKey, createArchiveKey } from '../archive-key.ts';
import type { BackupContext } from '../backup-context.ts';
import { diskError } from '../disk-error.ts';
import { PartWriter, type WrittenPart } from './part-writer.ts';

export interface ArchiveOrder {
  readonly project: Project;
  readonly excluded: readonly Excludable[];
  readonly passphrase: string | undefined;
}

/** An archive that can be read once. Until it is closed, its parts are on disk and its blobs are held. */
export interface BuiltArchive extends WrittenArchive {
  readonly manifest: Manifest;
  /** Time in milliseconds after which it cannot be read. */
  readonly untilMs: number;
  close(): Promise<void>;
}

/** Writes the snapshot to disk before the first byte is read, so a slow client never keeps the snapshot open. */
export async function buildArchive(context: BackupContext, order: ArchiveOrder): Promise<BuiltArchive> {
  const { store } = order.project;
  const directory = join(context.folder, context.ids());
  const hold = await context.holds.hold(store);
  const close = async (): Promise<void> => {
    await rm(directory, { recursive: true, force: true });
    await hold.release();
  };
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const built = await new ArchiveBuilder(context, order, directory).run();
    return { ...built, untilMs: hold.untilMs, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw storageError(diskError(error));
  }
}

class ArchiveBuilder {
  readonly #context: BackupContext;
  readonly #order: ArchiveOrder;
  readonly #directory: string;
  readonly #archiveId: string;
  readonly #writers = new Map<Folder, PartWriter>();
  readonly #blobs = new BlobList();
  /** Blob ids by the hash that the archive uses. */
  readonly #contents = new Map<string, string>();

  constructor(context: BackupContext, order: ArchiveOrder, directory: string) {
    this.#context = context;
    this.#order = order;
    this.#directory = directory;
    this.#archiveId = context.ids();
  }

  async run(): Promise<WrittenArchive & { readonly manifest: Manifest }> {
    const { masterKey, templates, projects, database } = this.#context;
    const { project, passphrase } = this.#order;
    const { key, wrapped } = await createArchiveKey({
      archiveId: this.#archiveId,
      source: project.store,
      masterKey,
      passphrase,
    });
    const saved = await projects.save(project, await templates.saved(project.store));
    // The archive contains every change acknowledged before this moment.
    const createdAt = isoTime(this.#context.clock.now());
    const snapshot = await database.snapshot(project.store);
    try {
      const tables = await savedTables(database, snapshot);
      this.#requireFiles(tables);
      const rows = await this.#saveRows(snapshot, tables);
      for (const secret of saved.secrets) await this.#saveSecret(key, secret);
      await this.#saveSections(snapshot, key);
      const documents = [
        writtenDocument('schema.json', { tables: tables.map(({ shown }) => shown) }, tables.length),
        writtenDocument('settings.json', saved.document, 1),
      ];
      const counts = this.#counts(tables.length, rows.records);
      return await this.#finish({ createdAt, wrapped, counts, parts: [...documents, ...rows.parts] });
    } finally {
      await snapshot.close();
      for (const writer of this.#writers.values()) await writer.abort();
    }
  }

  /** Files that a required column refers to cannot be left out, because the row could not be restored. */
  #requireFiles(tables: readonly SavedTable[]): void {
    if (!this.#isExcluded('files') || this.#isExcluded('rows')) return;
    const [needing] = tables.filter(({ neededFiles }) => neededFiles.length > 0);
    if (needing === undefined) return;
    const column = `${needing.name}.${needing.neededFiles.join(', ')}`;
    throw validationFailed({ exclude: `must not name files, because ${column} is required` });
  }

  async #saveRows(snapshot: Snapshot, tables: readonly SavedTable[]) {
    const parts: WrittenPart[] = [];
    let records = 0;
    if (this.#isExcluded('rows')) return { parts, records };
    for (const { name, rows } of tables) {
      const writer = new PartWriter(this.#directory, 'rows', name);
      try {
        for await (const page of snapshot.rows(rows)) for (const row of page) await writer.write(jsonOf(row));
        parts.push(...(await writer.end()));
      } finally {
        await writer.abort();
      }
      records += writer.records;
    }
    return { parts, records };
  }

  async #saveSections(snapshot: Snapshot, key: ArchiveKey): Promise<void> {
    const { sections, deployments } = this.#context;
    const { store } = this.#order.project;
    for (const section of sections) {
      const { folder } = section;
      if (this.#isExcluded(folder)) continue;
      const sink: RecordSink = {
        record: (record) => this.#saveRecord(folder, record),
        secret: (kind, name, value, updatedAt) => this.#saveSecret(key, { kind, name, value, updatedAt }),
      };
      await section.save({ store, snapshot, excludesData: this.#isExcluded('rows'), ...sink });
    }
    if (this.#isExcluded('deployments')) return;
    for await (const { sha256, key: blob } of deployments.contents(store, snapshot))
      this.#contents.set(sha256, blob.id);
  }

  async #saveRecord(folder: Folder, record: object | string): Promise<void> {
    const text = typeof record === 'string' ? record : JSON.stringify(record);
    if (folder === 'files') this.#blobs.addFile(folder, JSON.parse(text));
    if (folder === 'deployments') this.#blobs.addContents(folder, JSON.parse(text));
    await this.#writer(folder).write(text);
  }

  async #saveSecret(
    key: ArchiveKey,
    { kind, name, value, updatedAt }: NamedSecret & { readonly kind: string },
  ): Promise<void> {
    const sealed = key.seal(kind, name, value);
    await this.#writer('secrets').write(JSON.stringify({ kind, name, sealed, updated_at: updatedAt }));
  }

  #writer(folder: Folder): PartWriter {
    const known = this.#writers.get(folder) ?? new PartWriter(this.#directory, folder);
    this.#writers.set(folder, known);
    return known;
  }

  #isExcluded(folder: Folder): boolean {
    return isExcludedFolder(folder, this.#order.excluded);
  }

  #counts(tables: number, rows: number): ArchiveCounts {
    const of = (folder: Folder): number => this.#writers.get(folder)?.records ?? 0;
    return {
      tables,
      rows,
      users: of('users'),
      files: of('files'),
      file_bytes: this.#blobs.fileBytes,
      functions: of('functions'),
      secrets: of('secrets'),
      webhooks: of('webhooks'),
      messages: of('messages'),
      deployments: of('deployments'),
    };
  }

  async #finish(made: {
    readonly createdAt: string;
    readonly wrapped: Manifest['key']['wrapped'];
    readonly counts: ArchiveCounts;
    readonly parts: readonly WrittenPart[];
  }): Promise<WrittenArchive & { readonly manifest: Manifest }> {
    const parts = [...made.parts];
    for (const folder of FOLDERS) parts.push(...((await this.#writers.get(folder)?.end()) ?? []));
    this.#writers.clear();
    const { id, name, publicKey } = this.#order.project;
    const manifest: Manifest = {
      format: 'service-archive',
      format_version: 1,
      service_version: this.#context.version,
      archive_id: this.#archiveId,
      created_at: made.createdAt,
      project: { id, name, public_key: publicKey },
      counts: made.counts,
      key: { wrapped: made.wrapped },
      excluded: this.#order.excluded,
      parts: parts.map(({ part }) => part),
    };
    const entries = parts.map(({ entry }) => entry);
    return { manifest, ...writeArchive({ manifest, parts: entries, blobs: () => this.#blobEntries() }) };
  }

  *#blobEntries(): Generator<TarEntry> {
    const group = this.#order.project.store;
    for (const blob of this.#blobs) {
      const { kind, id, size } = blob;
      if (size > ENTRY_BYTES_MAX) {
        throw new ServiceError('file_too_large', `The file ${id} is too large for an archive: leave files out.`);
      }
      const key = { group, id: kind === 'file' ? id : (this.#contents.get(id) ?? id) };
      yield { name: blobEntryName(blob), size, open: () => readBlob(this.#context, key, size) };
    }
  }
}

/** Reads only the first `size` bytes, because blobs of published files have compressed forms appended. */
async function* readBlob(
  { blobs }: BackupContext,
  key: { readonly group: string; readonly id: string },
  size: number,
): AsyncGenerator<Uint8Array> {
  if (size === 0) return;
  const reading = await blobs.read(key, { start: 0, end: size - 1 });
  if (reading === undefined) throw new Error(`The bytes of ${key.id} are missing.`);
  yield* reading.bytes;
}

function writtenDocument(name: string, value: object, records: number): WrittenPart {
  const bytes = Buffer.from(JSON.stringify(value));
  const size = bytes.byteLength;
  const part = { name, bytes: size, sha256: hash('sha256', bytes, 'hex'), unpacked_bytes: size, records };
  return { part, entry: documentEntry(name, bytes) };
}
