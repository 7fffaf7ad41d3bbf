import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { LogFile } from '../log/log-file.ts';
import { type CommitNote, emptyNotes, readNotes, removeNotes } from '../log/notes-file.ts';
import type { StorePaths } from '../store-paths.ts';
import { EarlierPages } from './earlier-pages.ts';
import type { PackSpool } from './pack-spool.ts';
import type { StateStore, StoreState } from './state-store.ts';
import type { StoreFiles } from './store-files.ts';

/** The maximum number of connections that hold logs; beyond it the least recently used ones are closed. */
const OPEN_MAX = 200;

export interface StoreLogsOptions {
  readonly paths: StorePaths;
  readonly files: StoreFiles;
  readonly state: StateStore;
  /** The system rebooted since the last run, so a power cut may have lost notes. */
  readonly isUnsure: boolean;
}

export class StoreLogs {
  readonly #options: StoreLogsOptions;
  #packs: PackSpool | undefined;
  readonly #states = new Map<string, StoreState>();
  readonly #offsets = new Map<string, number>();
  readonly #connections = new Map<string, DatabaseSync>();
  readonly #files: StoreFiles;
  readonly #earlier: EarlierPages;
  readonly #unsure: Set<string>;
  /** Stores that need an image and whose gap is in a pack, so that it need not be said again. */
  readonly #lost = new Set<string>();
  readonly #mentioned = new Set<string>();

  constructor(options: StoreLogsOptions) {
    this.#options = options;
    this.#files = options.files;
    this.#earlier = new EarlierPages(this.#files);
    this.#unsure = new Set(options.isUnsure ? options.paths.noted() : []);
  }

  /** Call when the generation has begun; before that, commits only make images necessary. */
  begin(packs: PackSpool): void {
    this.#packs = packs;
  }

  /** Keeps the log when the service closes the store. */
  keep(store: string): void {
    const known = this.#connections.get(store);
    if (known !== undefined) {
      this.#connections.delete(store);
      this.#connections.set(store, known);
      return;
    }
    for (const [oldest] of this.#connections) {
      if (this.#connections.size < OPEN_MAX) break;
      this.#closeConnection(oldest);
    }
    const path = this.#options.paths.store(store);
    // Opening a missing store would create it.
    if (!existsSync(path)) return;
    const connection = new DatabaseSync(path, { timeout: 1000 });
    connection.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -16; PRAGMA user_version');
    this.#connections.set(store, connection);
  }

  /** Prevents the log from restarting, so that a reader's frames stay. Each call renews the hold; `release` ends it. */
  hold(store: string): void {
    this.release(store);
    this.keep(store);
    this.#connections.get(store)?.exec('BEGIN; PRAGMA user_version');
  }

  release(store: string): void {
    const connection = this.#connections.get(store);
    if (connection?.isTransaction === true) connection.exec('ROLLBACK');
  }

  find(store: string): StoreState | undefined {
    const known = this.#states.get(store) ?? this.#options.state.findStore(store);
    if (known !== undefined) this.#states.set(store, known);
    return known;
  }

  /** Takes the noted commits, or all with `isWhole`. After a commit that may be incomplete, a new image is needed. */
  take(store: string, { isWhole }: { readonly isWhole: boolean }): void {
    this.#take(this.find(store) ?? this.#begin(store), { isWhole, isRestarted: false });
  }

  #take(
    state: StoreState,
    { isWhole, isRestarted }: { readonly isWhole: boolean; readonly isRestarted: boolean },
  ): void {
    const { store } = state;
    if (state.imageCommits < 0) this.#mention(state);
    const { notes, end } = this.#readNotes(store);
    if (state.needsImage || this.#packs === undefined || this.#packs.isFull) {
      this.#requireImage(state);
      this.#noteLoss(state, notes);
      this.#offsets.set(store, end);
      return;
    }
    const log = LogFile.open(this.#options.paths.log(store));
    try {
      if (!isRestarted && this.#isBroken(state, log, notes)) this.#lose(state, notes);
      else if (log !== undefined) this.#takeFrames(state, log, { notes, isWhole: isWhole || notes.length === 0 });
      this.#offsets.set(store, end);
    } finally {
      log?.close();
    }
  }

  /** Call before the control store's commits or image: a recovery takes a store it has never seen for an unused one. */
  nameNewStores(): void {
    for (const store of this.#options.paths.noted()) {
      const state = this.find(store) ?? this.#begin(store);
      if (state.imageCommits < 0) this.#mention(state);
    }
  }

  /** Restarts the commits of a store from the beginning of its log, for an image that is about to be made. */
  restart(store: string): StoreState {
    const state = this.find(store) ?? this.#begin(store);
    // The commits of the log get their times from the notes.
    this.#offsets.delete(store);
    if (state.needsImage) this.#noteLoss(state, this.#readNotes(store).notes);
    this.#lost.delete(store);
    this.#unsure.delete(store);
    this.#earlier.forget(store);
    const log = LogFile.open(this.#options.paths.log(store));
    state.needsImage = false;
    state.imageCommits = -1;
    // A number that no commit has, so that commits after the gap are not applied to an image from before it.
    state.commits += 1;
    state.position = log?.start;
    state.logStart = state.commits;
    state.logStartPack = this.#packs?.next ?? 1;
    log?.close();
    this.#packs?.restart(state);
    // The image has every commit of earlier logs, also when the log has gone and its notes have not.
    this.#take(state, { isWhole: true, isRestarted: true });
    return state;
  }

  /** Call when every commit has been taken. The state must be durable first: after a power cut it alone shows that. */
  emptyNotes(store: string): void {
    this.#options.state.sync();
    emptyNotes(this.#options.paths.notes(store));
    this.#offsets.delete(store);
  }

  /** As `emptyNotes`, and closes the connection. The store's file stays open for `StoreFiles`: a read may have opened the store again. */
  close(store: string): void {
    this.#options.state.sync();
    this.#closeConnection(store);
    removeNotes(this.#options.paths.notes(store));
    this.#offsets.delete(store);
    this.#states.delete(store);
    this.#earlier.forget(store);
  }

  /** Call when archived commits of the store are lost. */
  requireImage(store: string): void {
    const state = this.find(store);
    if (state === undefined) return;
    state.needsImage = true;
    this.#options.state.requireImages([store]);
  }

  /** Call when commits since the last one that was taken may be lost. Returns false when none has been taken. */
  lose(store: string): boolean {
    const state = this.find(store);
    if (state === undefined || state.commits === 0) return false;
    this.#lose(state, []);
    return true;
  }

  /** Call when the store is deleted and nothing has it open. */
  forget(store: string): void {
    this.#closeConnection(store);
    this.#files.close(store);
    this.#earlier.forget(store);
    this.#offsets.delete(store);
    this.#states.delete(store);
    this.#unsure.delete(store);
    this.#lost.delete(store);
    this.#mentioned.delete(store);
  }

  closeAll(): void {
    for (const store of [...this.#connections.keys()]) this.#closeConnection(store);
  }

  #begin(store: string): StoreState {
    const state: StoreState = {
      store,
      commits: 0,
      position: undefined,
      logStart: 0,
      logStartPack: 1,
      lastPack: 0,
      timeMs: 0,
      needsImage: true,
      imageCommits: -1,
      imagedMs: 0,
      logBytes: 0,
    };
    this.#states.set(store, state);
    return state;
  }

  /** Otherwise a recovery takes a store without an image for an unused one instead of reporting it. */
  #mention(state: StoreState): void {
    if (this.#packs === undefined || this.#mentioned.has(state.store)) return;
    this.#mentioned.add(state.store);
    this.#packs.mention(state);
  }

  #readNotes(store: string): ReturnType<typeof readNotes> {
    return readNotes(this.#options.paths.notes(store), this.#offsets.get(store) ?? 0);
  }

  #isBroken({ store, position }: StoreState, log: LogFile | undefined, notes: readonly CommitNote[]): boolean {
    const isSame = log !== undefined && position !== undefined && log.start.salts === position.salts;
    if (isSame) {
      this.#unsure.delete(store);
      return !log.has(position);
    }
    if (this.#unsure.delete(store)) return true;
    return notes.some(({ salts, frame }) => {
      if (salts === log?.start.salts) return false;
      return salts !== position?.salts || frame > position.frame;
    });
  }

  #takeFrames(
    state: StoreState,
    log: LogFile,
    { notes, isWhole }: { notes: readonly CommitNote[]; isWhole: boolean },
  ): void {
    if (state.position?.salts !== log.start.salts) {
      state.position = log.start;
      state.logStart = state.commits;
      state.logStartPack = this.#packs?.next ?? 1;
    }
    const { salts } = log.start;
    const ofLog = notes.filter((note) => note.salts === salts);
    const noted = ofLog.reduce((last, { frame }) => Math.max(last, frame), state.position.frame);
    const last = isWhole ? Math.max(log.lastCommit(state.position), noted) : noted;
    // A commit without a note may not be durable yet, and a power cut must not undo what is archived.
    if (last > noted) log.sync();
    if (state.store === 'control' && last > state.position.frame) this.nameNewStores();
    let note = 0;
    const { position } = state;
    let pagesBefore = log.framesSinceCommit(position);
    const earlier = this.#earlier.begin(state.store, log, { position, last });
    for (const frames of log.blocks(position, last)) {
      const before = earlier.takeBefore(frames);
      for (const [index, frame] of frames.entries()) {
        while ((ofLog[note]?.frame ?? Number.POSITIVE_INFINITY) < frame.frame) note += 1;
        const timeMs = ofLog[note]?.timeMs ?? Date.now();
        this.#packs?.add(state, frame, { before: before[index], pagesBefore, salts, timeMs });
        pagesBefore = frame.pages > 0 ? 0 : pagesBefore + 1;
      }
    }
    // A noted commit is whole in the log, unless the disk has lost it.
    if (state.position.frame < last) this.#lose(state, notes);
  }

  /** The position is saved with the packs that have everything before it. */
  #requireImage(state: StoreState): void {
    state.needsImage = true;
    this.#packs?.save(state);
  }

  /** Says since when commits are missing, if notes show that some are, or a power cut may have taken such notes. */
  #noteLoss(state: StoreState, notes: readonly CommitNote[]): void {
    // Before its first commit number a store has no image that a recovery could start from.
    if (state.commits === 0 || this.#lost.has(state.store)) return;
    if (this.#unsure.has(state.store) || firstUntaken(state, notes) !== undefined) this.#lose(state, notes);
  }

  #lose(state: StoreState, notes: readonly CommitNote[]): void {
    this.#lost.add(state.store);
    this.#packs?.lose(state, Math.max(state.timeMs, firstUntaken(state, notes)?.timeMs ?? 0));
  }

  #closeConnection(store: string): void {
    this.release(store);
    this.#connections.get(store)?.close();
    this.#connections.delete(store);
  }
}

function firstUntaken({ position }: StoreState, notes: readonly CommitNote[]): CommitNote | undefined {
  const taken = notes.findLastIndex(({ salts, frame }) => salts === position?.salts && frame <= position.frame);
  return notes[taken + 1];
}
