import type { IncomingMessage } from 'node:http';
import type { Caller, Project } from '../../../callers/index.ts';
import { compileRow } from '../../../database/sql/index.ts';
import type { Access } from '../../../http/index.ts';
import type { FileRecord } from '../file-record.ts';
import { fileNotFound, ownScope, readScope, requireId, withCatalogue } from '../file-scope.ts';
import type { StoredFile } from '../files-store.ts';
import type { StorageContext, Target } from '../storage-context.ts';

export type FindingContext = Pick<StorageContext, 'database' | 'clock' | 'filesStore' | 'links' | 'tables'> & {
  readonly identifyVisitor: Access['identifyVisitor'];
};

export interface DownloadRequest {
  readonly project: Project;
  readonly caller: Caller;
  readonly request: IncomingMessage;
  readonly id: string;
  readonly token?: string | undefined;
}

export type DownloadableFile = Pick<
  StoredFile,
  'id' | 'name' | 'size' | 'mimeType' | 'visibility' | 'checksumSha256' | 'createdAt'
>;

export interface FoundDownload {
  readonly file: DownloadableFile;
  readonly isByLink: boolean;
}

/** Finds a file that the request may download. Throws `file_not_found` for any other, and `session_expired`. */
export async function findDownload(context: FindingContext, wanted: DownloadRequest): Promise<FoundDownload> {
  const id = requireId(wanted.id);
  if (wanted.token !== undefined) return { file: await findByLink(context, wanted, id, wanted.token), isByLink: true };
  const { project, caller, request } = wanted;
  const isKeyless = request.headers.authorization === undefined;
  const file =
    (await findReadable(context, { project, caller, isKeyless }, id)) ?? (await findForVisitor(context, wanted, id));
  if (file === undefined) throw fileNotFound();
  return { file, isByLink: false };
}

/** A link opens one file for anyone who has it. Other credentials in the request are ignored. */
async function findByLink(
  { filesStore, links, clock }: FindingContext,
  { project: { store } }: DownloadRequest,
  id: string,
  token: string,
): Promise<DownloadableFile> {
  const file = await filesStore.find(store, id);
  if (file === undefined || !links.verify(store, file, token, clock.now())) throw fileNotFound();
  return file;
}

interface Reading extends Target {
  /** Keyless callers can read no rows, so they get public files but none that rows link. */
  readonly isKeyless?: boolean;
}

async function findReadable(
  context: FindingContext,
  target: Reading,
  id: string,
): Promise<DownloadableFile | undefined> {
  const { json, returned } = await withCatalogue(context, target, (catalogue) => {
    const scope = target.isKeyless === true ? ownScope(context, target) : readScope(context, target, catalogue);
    const columns = scope.columns.filter(({ name }) => NEEDED.has(name));
    const read = compileRow(context.database.dialect, { ...scope, columns }, id);
    return context.database.list(target.project.store, read, catalogue.version);
  });
  return returned === 0 ? undefined : readFile(json);
}

/**
 * An `<img>` cannot send a key, but it sends cookies. They count only when the browser says that the request comes from
 * the app's own site or the address bar: otherwise any page could show a visitor's private images.
 */
async function findForVisitor(
  context: FindingContext,
  wanted: DownloadRequest,
  id: string,
): Promise<DownloadableFile | undefined> {
  if (!maySendSession(wanted.request)) return undefined;
  const visitor = await context.identifyVisitor(wanted.project, wanted.request);
  return visitor.kind === 'user' ? findReadable(context, { project: wanted.project, caller: visitor }, id) : undefined;
}

const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'same-site', 'none']);

function maySendSession({ headers }: IncomingMessage): boolean {
  return headers.authorization === undefined && OWN_SITES.has(headers['sec-fetch-site']);
}

const NEEDED: ReadonlySet<string> = new Set([
  'id',
  'name',
  'size',
  'mime_type',
  'visibility',
  'checksum_sha256',
  'created_at',
]);

function readFile(json: string): DownloadableFile {
  const row = JSON.parse(json) as FileRecord;
  const { id, name, size, visibility } = row;
  return {
    id,
    name,
    size,
    visibility,
    mimeType: row.mime_type,
    checksumSha256: row.checksum_sha256,
    createdAt: row.created_at,
  };
}
