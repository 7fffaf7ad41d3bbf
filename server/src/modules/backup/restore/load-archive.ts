import {
  type ArchiveBlob,
  type ArchiveRecord,
  blobEntryName,
  DamagedArchive,
  FOLDERS,
  type Folder,
  type Manifest,
  type PartName,
  partName,
  UnfitRecord,
  walkArchiveFile,
} from '../../../archive/format/index.ts';
import type {
  ArchiveSection,
  LeftOut,
  Loading,
  NamedSecret,
  SecretKind,
  SectionLoad,
} from '../../../archive/sections/index.ts';
import type { Project } from '../../../callers/index.ts';
import { readSettingsDocument, type SettingsDocument } from '../../projects/index.ts';
import { openTableLoad, type TableLoad } from '../../tables/index.ts';
import type { ArchiveKey } from '../archive-key.ts';
import type { BackupContext } from '../backup-context.ts';

/** Limit for secrets held until their section needs them, against archives made to exhaust memory. */
const KEPT_CHARACTERS_MAX = 8 * 1024 * 1024;

export interface ArchiveLoad {
  readonly path: string;
  readonly manifest: Manifest;
  readonly project: Project;
  readonly isDryRun: boolean;
  readonly isPaused: boolean;
  readonly key: ArchiveKey | undefined;
  readonly leftOut: readonly LeftOut[];
}

export interface LoadedArchive {
  readonly loading: Loading;
  readonly settings: SettingsDocument;
  readonly leftOut: readonly LeftOut[];
}

/** Checks records as an import does. Throws `DamagedArchive` with the reason `record` for records that do not fit. */
export async function loadArchive(context: BackupContext, load: ArchiveLoad): Promise<LoadedArchive> {
  return await new ArchiveLoader(context, load).run();
}

class ArchiveLoader {
  readonly #context: BackupContext;
  readonly #load: ArchiveLoad;
  readonly #leftOut: LeftOut[] = [];
  readonly #kept = new Map<string, string>();
  #keptCharacters = 0;
  readonly #loading: Loading;
  readonly #sections = new Map<Folder, { readonly section: ArchiveSection; readonly load: SectionLoad }>();
  readonly #ended = new Set<Folder>();
  #tables: TableLoad | undefined;
  #settings: SettingsDocument | undefined;
  /** A row whose columns may continue in the next record. */
  #row: { readonly table: string; record: ArchiveRecord } | undefined;

  constructor(context: BackupContext, load: ArchiveLoad) {
    this.#context = context;
    this.#load = load;
    const { project, isDryRun, isPaused } = load;
    this.#leftOut.push(...load.leftOut);
    this.#loading = {
      project,
      isDryRun,
      isPaused,
      leaveOut: (leftOut) => this.#leftOut.push(leftOut),
      secret: (kind, name) => this.#kept.get(`${kind} ${name}`),
    };
    for (const section of context.sections) {
      this.#sections.set(section.folder, { section, load: section.openLoad(this.#loading) });
    }
  }

  async run(): Promise<LoadedArchive> {
    for (const name of this.#load.manifest.excluded) {
      this.#leftOut.push({ kind: name, name: '*', reason: 'The archive was created without them.' });
    }
    await walkArchiveFile(this.#load.path, {
      document: (name, value) => this.#in(name, () => this.#takeDocument(name, value)),
      records: (part, records) => this.#in(nameOf(part), () => this.#takeRecords(part, records)),
      blob: (blob, bytes) => this.#in(blobEntryName(blob), () => this.#takeBlob(blob, bytes)),
    });
    await this.#endRow();
    await this.#endBefore(undefined);
    await this.#in('schema.json', async () => this.#tables?.checkReferences());
    for (const [folder, { load }] of this.#sections) await this.#in(`${folder}/`, async () => load.finish?.());
    if (this.#settings === undefined) throw new Error('the archive was walked and has no settings');
    return { loading: this.#loading, settings: this.#settings, leftOut: this.#leftOut };
  }

  async #in(entry: string, work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw error instanceof UnfitRecord ? new DamagedArchive(entry, 'record', error.message) : error;
    }
  }

  async #takeDocument(name: string, value: ArchiveRecord): Promise<void> {
    if (name === 'settings.json') {
      this.#settings = readSettingsDocument(value);
      return;
    }
    const { database, clock, ids } = this.#context;
    const withoutFiles = this.#load.manifest.excluded.includes('files');
    const options = { database, clock, ids, store: this.#load.project.store, withoutFiles };
    this.#tables = await openTableLoad(options, value['tables'] as readonly unknown[]);
  }

  async #takeRecords({ folder, table }: PartName, records: readonly ArchiveRecord[]): Promise<void> {
    if (folder === 'rows') return await this.#takeRows(table ?? '', records);
    await this.#endRow();
    await this.#endBefore(folder);
    if (folder === 'secrets') return await this.#takeSecrets(records);
    await this.#sections.get(folder)?.load.take(records);
  }

  /** Holds the last row of a group back, because the next group may begin with more of its columns. */
  async #takeRows(table: string, records: readonly ArchiveRecord[]): Promise<void> {
    const rows: ArchiveRecord[] = [];
    for (const record of records) {
      const { continues, ...columns } = record;
      if (continues === undefined) {
        if (this.#row?.table === table) rows.push(this.#row.record);
        else await this.#endRow();
        this.#row = { table, record };
      } else {
        if (this.#row?.record['id'] !== continues)
          throw new UnfitRecord('A record continues a record that does not exist.');
        this.#row.record = { ...this.#row.record, ...columns };
      }
    }
    if (rows.length > 0) await this.#tables?.insert(table, rows);
  }

  async #endRow(): Promise<void> {
    const row = this.#row;
    this.#row = undefined;
    if (row === undefined) return;
    await this.#in(partName('rows', 1, row.table), async () => this.#tables?.insert(row.table, [row.record]));
  }

  /** Secrets follow functions in the archive: users and functions are loaded by then, webhooks are not. */
  async #takeSecrets(records: readonly ArchiveRecord[]): Promise<void> {
    const byKind = new Map<string, NamedSecret[]>();
    for (const { kind, name, sealed, updated_at: updatedAt } of records) {
      if (typeof kind !== 'string' || typeof name !== 'string' || typeof sealed !== 'string') {
        throw new UnfitRecord('A secret has no kind, no name or no value.');
      }
      if (updatedAt !== undefined && typeof updatedAt !== 'string')
        throw new UnfitRecord('A secret has an impossible time.');
      if (this.#load.key === undefined) {
        // Missing secrets of other kinds are reported by the sections they belong to.
        if (kind === 'function') this.#leftOut.push({ kind: 'secret', name, reason: 'Secrets were left out.' });
        continue;
      }
      const value = this.#load.key.open(kind, name, sealed);
      if (value === undefined) throw new UnfitRecord(`The secret ${kind} ${name.slice(0, 80)} was changed.`);
      byKind.set(kind, [...(byKind.get(kind) ?? []), { name, value, updatedAt }]);
    }
    for (const [kind, secrets] of byKind) await this.#giveSecrets(kind as SecretKind, secrets);
  }

  async #giveSecrets(kind: SecretKind, secrets: readonly NamedSecret[]): Promise<void> {
    const owner = [...this.#sections.values()].find(({ section }) => section.secretKind === kind);
    if (owner?.load.takeSecrets !== undefined) return await owner.load.takeSecrets(secrets);
    for (const { name, value } of secrets) {
      this.#keptCharacters += name.length + value.length;
      if (this.#keptCharacters > KEPT_CHARACTERS_MAX)
        throw new UnfitRecord('There are more secrets than a project can have.');
      this.#kept.set(`${kind} ${name}`, value);
    }
  }

  async #takeBlob(blob: ArchiveBlob, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    // All records are loaded before the blobs that belong to them.
    await this.#endBefore(undefined);
    if (blob.kind === 'app') return await this.#context.deployments.takeContent(this.#loading, blob, bytes);
    const key = { group: this.#load.project.store, id: blob.id };
    await this.#context.blobs.put(key, bytes);
    this.#context.blobs.confirm(key);
  }

  /** Folders come in a fixed order, so all folders before `next` are complete. */
  async #endBefore(next: Folder | undefined): Promise<void> {
    for (const folder of FOLDERS) {
      if (folder === next) return;
      if (this.#ended.has(folder)) continue;
      this.#ended.add(folder);
      await this.#in(`${folder}/`, async () => this.#sections.get(folder)?.load.end?.());
    }
  }
}

function nameOf({ folder, number, table }: PartName): string {
  return partName(folder, number, table);
}
