import { createHmac } from 'node:crypto';
import { openSealed, seal } from '../../platform/crypto.ts';
import { createNewestLoad } from '../../platform/newest-load.ts';
import type { Database } from '../database.ts';
import { DatabaseFailure, isDatabaseFailure } from '../errors.ts';
import { type DatabaseRow, type PlacesStore, PRIMARY } from './places-store.ts';
import type { MarkProblem, StoreMover } from './store-mover.ts';

const PROBE_MS = 2000;
/** After a database could not be opened, requests for it fail at once for this long. */
const PAUSE_MS = 500;

export interface RegisteredDatabasesOptions {
  readonly primary: { readonly database: Database; readonly url: string };
  readonly open: (url: string) => Promise<Database>;
  readonly store: Pick<PlacesStore, 'databases'>;
  readonly mover: Pick<StoreMover, 'checkDatabase'>;
  readonly masterKey: Uint8Array;
  readonly onError: (error: unknown) => void;
}

interface RegisteredDatabase {
  row: DatabaseRow;
  readonly url: string;
  opening: Promise<Database> | undefined;
  opened: Database | undefined;
  /** Why it cannot be used; undefined when it can. */
  problem: string | undefined;
  triedAt: number;
}

/** The databases of the installation. Each is opened on first use, after its mark has been checked. */
export class RegisteredDatabases {
  readonly #options: RegisteredDatabasesOptions;
  readonly #installation: string;
  readonly reload: () => Promise<void>;
  #known = new Map<string, RegisteredDatabase>();
  #timer: NodeJS.Timeout | undefined;
  #probing: Promise<void> | undefined;
  readonly #closing = new Set<Promise<void>>();

  constructor(options: RegisteredDatabasesOptions) {
    this.#options = options;
    this.#installation = createHmac('sha256', options.masterKey).update('databases').digest('hex').slice(0, 32);
    this.reload = createNewestLoad(options.store.databases, (rows) => this.#keep(rows));
  }

  get areSeveral(): boolean {
    return this.#known.size > 1;
  }

  async start(): Promise<void> {
    await this.reload();
    this.#probeLater();
  }

  rows(): readonly DatabaseRow[] {
    return [...this.#known.values()].map(({ row }) => row);
  }

  problemOf(name: string): string | undefined {
    return this.#known.get(name)?.problem;
  }

  states(): readonly { readonly name: string; readonly state: 'ok' | 'down' }[] {
    return [...this.#known].map(([name, { problem }]) => ({ name, state: problem === undefined ? 'ok' : 'down' }));
  }

  opened(): readonly (readonly [name: string, database: Database])[] {
    return [...this.#known].flatMap(([name, { opened }]) => (opened === undefined ? [] : [[name, opened] as const]));
  }

  /** Rejects with `unavailable` when the database does not answer or is not the registered one. */
  async get(name: string): Promise<Database> {
    const database = this.#known.get(name) ?? (await this.#reloadFor(name));
    return database.opened ?? (await this.#open(database));
  }

  /** Checks that a database answers and is the registered one. Rejects with `unavailable` otherwise. */
  async requireAnswer(name: string): Promise<void> {
    await this.get(name);
    const database = this.#known.get(name);
    if (database !== undefined && name !== PRIMARY) await this.#requireMark(database);
  }

  /** Throws `unavailable` when there is no such database. */
  urlOf(name: string): string {
    const found = this.#known.get(name);
    if (found === undefined) throw unavailable(`there is no database ${name}`);
    return found.url;
  }

  seal(name: string, url: string): string {
    return seal(this.#options.masterKey, sealContext(name), url);
  }

  async check(name: string, url: string, isNew: boolean): Promise<MarkProblem | undefined> {
    const { mover, primary } = this.#options;
    return await mover.checkDatabase(url, this.#markOf(name), { isNew, like: primary.url });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#probing;
    clearTimeout(this.#timer);
    for (const database of this.#known.values()) if (database.row.name !== PRIMARY) this.#close(database);
    await Promise.all(this.#closing);
  }

  #keep(rows: readonly DatabaseRow[]): void {
    const known = new Map<string, RegisteredDatabase>();
    for (const row of rows) {
      const before = this.#known.get(row.name);
      if (before?.row.sealed_url === row.sealed_url) {
        before.row = row;
        known.set(row.name, before);
      } else known.set(row.name, this.#register(row));
    }
    for (const [name, before] of this.#known) if (known.get(name) !== before) this.#close(before);
    this.#known = known;
  }

  #register(row: DatabaseRow): RegisteredDatabase {
    const { primary, masterKey } = this.#options;
    const start = { row, opening: undefined, problem: undefined, triedAt: Number.NEGATIVE_INFINITY };
    if (row.sealed_url === null) return { ...start, url: primary.url, opened: primary.database };
    const url = openSealed(masterKey, sealContext(row.name), row.sealed_url);
    if (url === undefined) throw new Error(`The address of the database ${row.name} was sealed with another key.`);
    return { ...start, url, opened: undefined };
  }

  /** Another process may have added it a moment ago. */
  async #reloadFor(name: string): Promise<RegisteredDatabase> {
    await this.reload();
    const found = this.#known.get(name);
    if (found === undefined) throw unavailable(`there is no database ${name}`);
    return found;
  }

  async #open(database: RegisteredDatabase): Promise<Database> {
    if (database.opening === undefined) {
      if (performance.now() - database.triedAt < PAUSE_MS) throw unavailable(database.problem ?? 'tried a moment ago');
      database.opening = this.#tryToOpen(database).finally(() => {
        database.opening = undefined;
        database.triedAt = performance.now();
      });
    }
    return await database.opening;
  }

  async #tryToOpen(database: RegisteredDatabase): Promise<Database> {
    try {
      await this.#requireMark(database);
      database.opened = await this.#options.open(database.url);
      database.problem = undefined;
      return database.opened;
    } catch (error) {
      database.problem = String(error);
      throw isDatabaseFailure(error) ? error : unavailable(String(error));
    }
  }

  async #requireMark({ row, url }: RegisteredDatabase): Promise<void> {
    const { mover, primary } = this.#options;
    const problem = await mover.checkDatabase(url, this.#markOf(row.name), { isNew: false, like: primary.url });
    if (problem !== undefined) throw unavailable(`${row.name} is not the database that was registered: ${problem}`);
  }

  #markOf(name: string) {
    return { installation: this.#installation, name };
  }

  #close(database: RegisteredDatabase): void {
    const closing = Promise.resolve(database.opening ?? database.opened)
      .then((opened) => opened?.close())
      .catch(this.#options.onError)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #probeLater(): void {
    this.#timer = setTimeout(() => {
      this.#probing = this.#probe().finally(() => this.#probeLater());
    }, PROBE_MS).unref();
  }

  /** The primary is not probed, because `/health` checks it. */
  async #probe(): Promise<void> {
    const others = [...this.#known.values()].filter(({ row }) => row.name !== PRIMARY);
    await Promise.all(
      others.map(async (database) => {
        try {
          if (database.opened === undefined) await this.#open(database);
          else await this.#requireMark(database);
          database.problem = undefined;
        } catch (error) {
          database.problem = String(error);
        }
      }),
    );
  }
}

function sealContext(name: string): string {
  return `database:${name}`;
}

function unavailable(message: string): DatabaseFailure {
  return new DatabaseFailure({ kind: 'unavailable', message });
}
