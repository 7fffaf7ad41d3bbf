import { DatabaseFailure } from '../errors.ts';
import { adoptIndex } from './adopt-index.ts';
import { commitGroup, type WriteContext, type WriteRequest } from './commit-group.ts';
import { removeStore } from './data-directory.ts';
import { dropExportIds, pageAfter, pageAmong, saveExportIds } from './export-pages.ts';
import { loadSteps } from './load-steps.ts';
import { isInputOutputError, mapError } from './map-error.ts';
import { decodeRequest } from './message-tuples.ts';
import type { Batch, Reply, Request, ThreadData } from './protocol.ts';
import { type ReadRequest, readSnapshot } from './read-snapshot.ts';
import { SharedCommits } from './shared-commits.ts';
import { SnapshotCopy } from './snapshot-copy.ts';
import type { StoreHandle } from './store-handle.ts';
import { StoreHandles } from './store-handles.ts';

type OtherRequest = Exclude<Request, ReadRequest | WriteRequest>;

interface StoreRequests {
  readonly store: string;
  readonly writes: WriteRequest[];
  readonly reads: ReadRequest[];
  readonly others: OtherRequest[];
}

export class ThreadServer {
  readonly #data: ThreadData;
  readonly #handles: StoreHandles;
  readonly #texts = new Map<number, string>();
  readonly #committed = new Set<string>();
  readonly #shared: SharedCommits;
  /** Stores whose log may have a commit that is not durable. */
  readonly #unsynced = new Set<string>();
  #snapshot: SnapshotCopy | undefined;

  constructor(data: ThreadData) {
    this.#data = data;
    this.#shared = new SharedCommits(data);
    this.#handles = new StoreHandles(data, (store) => this.#committed.add(store));
  }

  takeCommitted(): readonly string[] {
    if (this.#committed.size === 0) return [];
    const stores = [...this.#committed];
    this.#committed.clear();
    return stores;
  }

  /** Runs requests of several batches, those of one store together. Calls `reply` as soon as answers may be sent. */
  serve(batches: readonly Batch[], reply: (replies: readonly Reply[]) => void): void {
    for (const { texts } of batches) this.#learn(texts);
    const requests = batches.flatMap((batch) => batch.requests.map(decodeRequest));
    const stores = [...Map.groupBy(requests, ({ store }) => store)].map(sortRequests);
    const written = stores.filter(({ writes }) => writes.length > 0);
    if (written.length > 1) this.#writeStores(written, reply);
    else for (const { store, writes } of written) reply(this.#writeStore(store, writes));
    for (const each of stores) {
      const replies = this.#serveRest(each);
      if (replies.length > 0) reply(replies);
    }
    for (const { forget } of batches) if (forget > 0) this.#forget(forget);
  }

  closeIdle(): boolean {
    return this.#handles.closeIdle();
  }

  close(): void {
    this.#snapshot?.close();
    this.#handles.closeAll();
    this.#shared.close();
  }

  #requireSnapshot(): SnapshotCopy {
    if (this.#snapshot === undefined) throw new Error('the thread of this snapshot was started anew');
    return this.#snapshot;
  }

  #writeStore(store: string, writes: readonly WriteRequest[]): Reply[] {
    return this.#runAll(store, writes, () => {
      const context = this.#writeContext(store);
      context.handle.setSyncsCommits(true);
      return commitGroup(context, writes);
    });
  }

  #writeStores(written: readonly StoreRequests[], reply: (replies: readonly Reply[]) => void): void {
    for (const { store, writes } of written) {
      const refused = this.#runAll(store, writes, () => {
        const context = this.#writeContext(store);
        this.#shared.run(context.handle, () => commitGroup(context, writes));
        return [];
      });
      if (refused.length > 0) reply(refused);
      if (this.#shared.isFull) reply(this.#syncShared());
    }
    reply(this.#syncShared());
  }

  #syncShared(): Reply[] {
    return this.#shared.sync().flatMap(({ handle: { store }, replies, failure }) => {
      if (failure === undefined) return replies;
      this.#unsynced.add(store);
      this.#discard(store);
      const error = { kind: 'unavailable', message: `the log could not be synced: ${String(failure)}` } as const;
      return replies.map((each) => ('error' in each ? each : { id: each.id, error }));
    });
  }

  #serveRest({ store, reads, others }: StoreRequests): Reply[] {
    return [
      ...this.#runAll(store, reads, () => readSnapshot(this.#context(store), reads)),
      ...others.flatMap((request) =>
        this.#runAll(store, [request], () => [{ id: request.id, value: this.#answer(request) }]),
      ),
    ];
  }

  /** A failure that belongs to no single request fails all of them. */
  #runAll(store: string, requests: readonly Request[], run: () => Reply[]): Reply[] {
    if (requests.length === 0) return [];
    try {
      return run();
    } catch (error) {
      // After a failed read, write or sync of the file the state of the connection is unknown, so it is reopened.
      if (isInputOutputError(error)) this.#discard(store);
      const failure = mapError(error, this.#data.directory).error;
      return requests.map(({ id }) => ({ id, error: failure }));
    }
  }

  #answer(request: OtherRequest): unknown {
    const { store } = request;
    const { directory } = this.#data;
    switch (request.op) {
      case 'page_after':
        return pageAfter(this.#handles.get(store), this.#textOf(request.text), request);
      case 'save_ids':
        return saveExportIds(this.#handles.get(store), directory, this.#textOf(request.text), request);
      case 'page_among':
        return pageAmong(this.#handles.get(store), directory, this.#textOf(request.text), request);
      case 'drop_ids':
        return dropExportIds(directory, request.file);
      case 'snapshot':
        this.#snapshot = new SnapshotCopy(this.#handles.get(store), request.file);
        return null;
      case 'snapshot_rows':
        return this.#requireSnapshot().begin(this.#textOf(request.text), request.values);
      case 'snapshot_next':
        return this.#requireSnapshot().next();
      case 'snapshot_query':
        return this.#requireSnapshot().query(this.#textOf(request.text), request.values);
      case 'load':
        return loadSteps(this.#context(store), request.steps);
      case 'adopt_index':
        return adoptIndex(this.#handles.get(store), request);
      case 'checkpoint':
        return copyLog(this.#handles.get(store));
      case 'log_length':
        return this.#handles.get(store).tail.pagesToCopy();
      case 'close_store':
        this.#handles.close(store);
        return null;
      case 'remove_store':
        this.#handles.close(store);
        removeStore(directory, store);
        return null;
      case 'ping':
        return this.#handles.get(store).rows('SELECT 1 AS ok', []);
    }
  }

  /** After a failed sync, nothing is appended to the log before its content is safe in the database. */
  #writeContext(store: string): WriteContext {
    const context = this.#context(store);
    if (this.#unsynced.has(store)) {
      restartLog(context.handle);
      this.#unsynced.delete(store);
    }
    return context;
  }

  #context(store: string): WriteContext {
    const textOf = (statement: number): string => this.#textOf(statement);
    return { handle: this.#handles.get(store), textOf };
  }

  #discard(store: string): void {
    try {
      this.#handles.close(store);
    } catch {
      // Closing a broken connection may fail again; the handle is dropped either way.
    }
  }

  #learn(texts: readonly (number | string)[]): void {
    for (let index = 0; index < texts.length; index += 2) {
      this.#texts.set(Number(texts[index]), String(texts[index + 1]));
    }
  }

  #forget(upTo: number): void {
    for (const statement of this.#texts.keys()) if (statement <= upTo) this.#texts.delete(statement);
  }

  #textOf(statement: number): string {
    const text = this.#texts.get(statement);
    if (text === undefined) throw new Error(`statement ${statement} was never sent`);
    return text;
  }
}

function sortRequests([store, requests]: [string, readonly Request[]]): StoreRequests {
  const sorted: StoreRequests = { store, writes: [], reads: [], others: [] };
  for (const request of requests) {
    if (request.op === 'query' || request.op === 'list') sorted.reads.push(request);
    else if (request.op === 'write' || request.op === 'note_count') sorted.writes.push(request);
    else sorted.others.push(request);
  }
  return sorted;
}

function restartLog(handle: StoreHandle): void {
  const [row] = handle.arrays('PRAGMA wal_checkpoint(TRUNCATE)', []);
  if (row?.[0] === 0) return;
  throw new DatabaseFailure({ kind: 'unavailable', message: 'the log could not be restarted after a failed sync' });
}

function copyLog(handle: StoreHandle): number {
  const [row] = handle.arrays('PRAGMA wal_checkpoint(PASSIVE)', []);
  return Math.max(0, Number(row?.[1] ?? 0) - Number(row?.[2] ?? 0));
}
