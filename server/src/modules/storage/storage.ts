import { join } from 'node:path';
import type { Caller, Project } from '../../callers/index.ts';
import type { StoreName } from '../../database/index.ts';
import type { Access, BodyPace, FindViewer, Route } from '../../http/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Confinement } from '../../platform/confinement/index.ts';
import { DELETE_BLOBS, deleteBlobs, deleteBlobsOfProject } from './delete-blobs.ts';
import { deleteByPrefix, deleteFile } from './delete-files.ts';
import { downloadRoute } from './download/download-route.ts';
import type { FileRecord } from './file-record.ts';
import { createFilesStore, type FilesStore } from './files-store.ts';
import { createImages } from './images/index.ts';
import { createLinks } from './links.ts';
import { memberStorageRoutes } from './member-routes.ts';
import { createOrphanSweeps } from './orphan-sweeps.ts';
import { readFileBytes, type StoredBytes } from './read-file-bytes.ts';
import { type FilesListInput, type FilesPage, getFile, listFiles } from './read-files.ts';
import { storageRoutes } from './routes.ts';
import { type SignedLink, signFile } from './sign-file.ts';
import type { StorageContext } from './storage-context.ts';
import { type FilePatch, updateFile } from './update-file.ts';
import { type NewFile, UPLOAD_PACE, uploadFile } from './upload/upload-files.ts';
import { readUsage } from './usage.ts';
import { findVisible } from './visible-files.ts';

export interface StorageOptions extends Omit<StorageContext, 'images' | 'filesStore' | 'links' | 'uploadPace'> {
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly identifyVisitor: Access['identifyVisitor'];
  readonly findViewer: FindViewer;
  readonly masterKey: Uint8Array;
  readonly confinement: Confinement;
  readonly dataDir: string;
  readonly isShared: boolean;
  /** Given ids of a project's blobs, returns those that belong to other parts of the service rather than to files. */
  readonly keptElsewhere: (store: StoreName, ids: readonly string[]) => Promise<readonly string[]>;
  readonly uploadPace?: BodyPace | undefined;
  readonly onError: (error: unknown) => void;
}

export interface Storage {
  readonly routes: readonly Route[];
  upload(project: Project, caller: Caller, file: NewFile, signal?: AbortSignal): Promise<FileRecord>;
  list(project: Project, caller: Caller, input: FilesListInput): Promise<FilesPage>;
  get(project: Project, caller: Caller, id: string): Promise<FileRecord>;
  /** The record and the bytes. The caller must read the bytes to their end or close them. */
  read(project: Project, caller: Caller, id: string): Promise<StoredBytes>;
  update(project: Project, caller: Caller, id: string, patch: FilePatch): Promise<FileRecord>;
  remove(project: Project, caller: Caller, id: string): Promise<FileRecord>;
  removeByPrefix(project: Project, caller: Caller, prefix: string): Promise<number>;
  sign(project: Project, caller: Caller, id: string, expiresInSeconds: number): Promise<SignedLink>;
  findVisible(project: Project, caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>>;
  usage(project: Project): ReturnType<typeof readUsage>;
  bytesOf(store: StoreName): Promise<number>;
  checksums: FilesStore['checksums'];
  forget(store: StoreName): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createStorage(options: StorageOptions): Storage {
  const { database, blobs, clock, identifyVisitor } = options;
  const images = createImages({
    blobs,
    clock,
    confinement: options.confinement,
    directory: join(options.dataDir, 'cache', 'images'),
  });
  const context: StorageContext = {
    ...options,
    images,
    filesStore: createFilesStore(database),
    links: createLinks(options.masterKey),
    uploadPace: options.uploadPace ?? UPLOAD_PACE,
  };
  const sweeps = createOrphanSweeps(
    { ...context, isShared: options.isShared, keptElsewhere: options.keptElsewhere },
    options.onError,
  );
  options.jobs.handle(DELETE_BLOBS, (job) => deleteBlobs(context, job));
  return {
    routes: [
      ...storageRoutes(context),
      downloadRoute({ ...context, images, identifyVisitor }),
      ...memberStorageRoutes({ ...context, images }, options.findViewer),
    ],
    upload: (project, caller, file, signal) => uploadFile(context, { project, caller }, file, signal),
    list: (project, caller, input) => listFiles(context, { project, caller }, input),
    get: (project, caller, id) => getFile(context, { project, caller }, id),
    read: (project, caller, id) => readFileBytes(context, { project, caller }, id),
    update: (project, caller, id, patch) => updateFile(context, { project, caller }, { id, patch }),
    remove: (project, caller, id) => deleteFile(context, { project, caller }, id),
    removeByPrefix: (project, caller, prefix) => deleteByPrefix(context, { project, caller }, prefix),
    sign: (project, caller, id, expiresInSeconds) => signFile(context, { project, caller }, { id, expiresInSeconds }),
    findVisible: (project, caller, ids) => findVisible(context, { project, caller }, ids),
    usage: (project) => readUsage(context, project),
    bytesOf: async (store) => (await context.filesStore.usage(store)).bytes,
    checksums: context.filesStore.checksums,
    forget: (store) => deleteBlobsOfProject(context, store),
    start: () => sweeps.start(),
    async stop() {
      await sweeps.stop();
      await images.close();
    },
  };
}
