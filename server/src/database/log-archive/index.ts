/** The name of a file next to a store while commits may not have been archived. */
export const NOTES_SUFFIX = '-commits';
/** A note: 8 bytes of the log's salts, the last frame of the commit, four unused bytes, the time in milliseconds. */
export const NOTE_BYTES = 24;

/** Takes commits out of logs for an archive. No call fails: a fault of the archive must not stop the service. */
export interface LogArchive {
  noteCommits(stores: readonly string[]): void;
  /** Keeps the log of a store from restarting until `takeAll`. */
  hold(store: string): Promise<void>;
  /** Takes every commit of a store that is not being written, and releases its log. */
  takeAll(store: string): Promise<void>;
  noteDrop(store: string): Promise<void>;
  serve(engine: LoggingEngine): Promise<void>;
}

export interface LoggingEngine {
  /** Runs work while the store is not written, after every thread of the engine has closed it. A read may open it again. */
  closed<Value>(store: string, work: () => Promise<Value>): Promise<Value>;
}
