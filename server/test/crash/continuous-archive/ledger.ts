import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CLIENTS, PROJECTS } from './writer-order.ts';

/** A line of a writer. Times are those of its clock. */
export type Report =
  | { readonly kind: 'ready' | 'closed' }
  /** The last number in the data directory when the writer started. */
  | {
      readonly kind: 'end';
      readonly project: string;
      readonly store: string;
      readonly client: number;
      readonly number: number;
    }
  | ({ readonly kind: 'row'; readonly store: string; readonly client: number; readonly file: string | null } & SentRow)
  | {
      readonly kind: 'store';
      readonly project: string;
      readonly store: string;
      readonly sentMs: number;
      readonly ackMs: number;
    }
  /** The service answered at `atMs` that these moments can be recovered. */
  | { readonly kind: 'settled'; readonly fromMs: number; readonly toMs: number; readonly atMs: number }
  /** The lag and the first moment of the archive that the service showed. Everything acknowledged before the lag is in the archive. */
  | { readonly kind: 'lag'; readonly atMs: number; readonly lagMs: number; readonly fromMs: number };

interface SentRow {
  readonly number: number;
  readonly sentMs: number;
  readonly ackMs: number;
}

export interface RecoveredMoment {
  readonly atMs: number;
  /** Everything acknowledged before must be there. */
  readonly promisedMs: number;
  /** The sentences of the recovery about missing things. */
  readonly missing: readonly string[];
  /** The place has lost objects. Perhaps nothing else named a store. */
  readonly isLossy?: boolean;
}

interface NamedStore {
  readonly store: string;
  readonly sentMs: number;
  readonly ackMs: number;
  /** Everything acknowledged before is known to be archived, also the store's creation. */
  archivedMs: number;
  /** When the service said so. The first image can be younger than `archivedMs`, and moments before it do not have the store. */
  imagedMs: number;
}

/** Everything that writers of a folder have acknowledged, and when. */
export class Ledger {
  readonly #rows = new Map<string, SentRow[]>();
  readonly #stores = new Map<string, NamedStore[]>();
  readonly #files = new Map<string, number>();
  acknowledged = 0;
  /** The time of the last report. */
  lastMs = 0;
  /** Everything until then is in the archive, as the service said. */
  settledMs = 0;
  /** When the service last said until when everything is in the archive. */
  saidMs = 0;
  /** The longest lag that the service showed in this run of a writer. */
  longestLagMs = 0;
  /** How long the slowest acknowledged write of this run took. */
  slowestMs = 0;
  /** How long the writer of this run stood still, because the suite stopped it. */
  haltedMs = 0;
  /** The first moment that could be recovered, as the service said. */
  firstMs = Number.POSITIVE_INFINITY;
  readonly problems: string[] = [];

  copy(): Ledger {
    const copy = new Ledger();
    for (const [key, rows] of this.#rows) copy.#rows.set(key, [...rows]);
    for (const [project, stores] of this.#stores) {
      copy.#stores.set(
        project,
        stores.map((each) => ({ ...each })),
      );
    }
    for (const [file, ackMs] of this.#files) copy.#files.set(file, ackMs);
    const { acknowledged, lastMs, settledMs, saidMs, longestLagMs, slowestMs, haltedMs, firstMs } = this;
    return Object.assign(copy, { acknowledged, lastMs, settledMs, saidMs, longestLagMs, slowestMs, haltedMs, firstMs });
  }

  beginRun(): void {
    this.longestLagMs = 0;
    this.slowestMs = 0;
    this.haltedMs = 0;
  }

  add(report: Report): void {
    switch (report.kind) {
      case 'row':
        this.#rowsOf(report.store, report.client).push(report);
        this.acknowledged += 1;
        this.slowestMs = Math.max(this.slowestMs, report.ackMs - report.sentMs);
        if (report.file !== null) this.#files.set(report.file, report.ackMs);
        this.lastMs = Math.max(this.lastMs, report.ackMs);
        break;
      case 'store':
        this.#stores.set(report.project, [
          ...(this.#stores.get(report.project) ?? []),
          { ...report, archivedMs: Number.POSITIVE_INFINITY, imagedMs: Number.POSITIVE_INFINITY },
        ]);
        this.lastMs = Math.max(this.lastMs, report.ackMs);
        break;
      case 'settled':
        this.saidMs = Math.max(this.saidMs, report.toMs);
        this.#settleUntil(report.toMs, report.atMs);
        this.firstMs = Math.min(this.firstMs, report.fromMs);
        break;
      case 'lag':
        this.saidMs = Math.max(this.saidMs, report.atMs);
        this.firstMs = Math.min(this.firstMs, report.fromMs);
        this.longestLagMs = Math.max(this.longestLagMs, report.lagMs);
        this.#settleUntil(report.atMs - report.lagMs, report.atMs);
        break;
      case 'end':
        this.#continue(report);
        break;
    }
  }

  /**
   * Finds problems in a folder that was recovered as of a time: it lacks a row that was acknowledged before `promisedMs`, or has rows that
   * were never sent, were sent later, or were written in part.
   */
  audit(dataDir: string, { atMs, promisedMs, missing, isLossy = false }: RecoveredMoment): readonly string[] {
    const control = openRead(join(dataDir, 'control.db'));
    const problems: string[] = [];
    try {
      for (const project of PROJECTS) {
        const row = control.prepare('SELECT store FROM projects WHERE id = ?').get(project);
        const store = row === undefined ? undefined : String(row['store']);
        problems.push(...this.#auditStore(project, store, { atMs, promisedMs }));
        if (store === undefined) continue;
        const path = join(dataDir, 'projects', `${store}.db`);
        if (existsSync(path)) problems.push(...this.#auditRows(path, store, { atMs, promisedMs }));
        else if (!isLossy && !missing.some((text) => text.startsWith(`Project ${project} `))) {
          problems.push(`${project} has no store, and nothing says so`);
        }
      }
    } finally {
      control.close();
    }
    return problems;
  }

  /**
   * For how long the oldest acknowledged row that is not in the folder had waited for the archive when the last writer ended. Only the time
   * since that writer was ready counts: before, nothing ran that could have archived the row.
   */
  longestWaitMs(dataDir: string, readyMs: number): number {
    const current = new Set([...this.#stores.values()].map((stores) => stores.at(-1)?.store));
    let longest = 0;
    for (const [key, rows] of this.#rows) {
      const [store = '', client] = key.split(' ');
      const path = join(dataDir, 'projects', `${store}.db`);
      // Former stores of a project are deleted.
      if (!current.has(store)) continue;
      const end = existsSync(path) ? readEnd(path, Number(client)) : 0;
      const first = rows.find(({ number, ackMs }) => number > end && Number.isFinite(ackMs));
      if (first !== undefined) longest = Math.max(longest, this.lastMs - Math.max(first.ackMs, readyMs));
    }
    return longest;
  }

  /** Whether nothing was acknowledged before: the control store may not have had its tables yet. */
  isEmptyAt(ms: number): boolean {
    return [...this.#stores.values()].flat().every(({ ackMs }) => ackMs >= ms);
  }

  /** Whether a sentence of a recovery names a store or a file that is younger than the promise, or a store without an image at the moment. */
  isYoung(text: string, { atMs, promisedMs }: Pick<RecoveredMoment, 'atMs' | 'promisedMs'>): boolean {
    const [, project = ''] = /^Project (\w+) is missing/.exec(text) ?? [];
    const [, file = ''] = /no bytes of file ([0-9a-f-]+)/.exec(text) ?? [];
    const isUnanswered = file !== '' && !this.#files.has(file);
    const isYoungFile = isUnanswered || (this.#files.get(file) ?? 0) >= promisedMs;
    return (
      isYoungFile ||
      (this.#stores.get(project) ?? []).some(({ archivedMs, imagedMs }) => archivedMs > promisedMs || imagedMs > atMs)
    );
  }

  #settleUntil(ms: number, saidMs: number): void {
    this.settledMs = Math.max(this.settledMs, ms);
    for (const each of [...this.#stores.values()].flat()) {
      if (each.ackMs >= ms) continue;
      each.archivedMs = Math.min(each.archivedMs, ms);
      each.imagedMs = Math.min(each.imagedMs, saidMs);
    }
  }

  #auditStore(
    project: string,
    store: string | undefined,
    { atMs, promisedMs }: Omit<RecoveredMoment, 'missing'>,
  ): readonly string[] {
    const stores = this.#stores.get(project) ?? [];
    const required = stores.findLastIndex(({ ackMs }) => ackMs < promisedMs);
    const found = stores.findIndex((each) => each.store === store);
    if (store === undefined) return required < 0 ? [] : [`${project} is lost`];
    // A store whose switch was not acknowledged before the kill.
    if (found < 0) return [];
    if (found < required) return [`${project} has its former store`];
    const { sentMs = 0 } = stores[found] ?? {};
    return sentMs > atMs ? [`${project} has a store of later`] : [];
  }

  #auditRows(path: string, store: string, { atMs, promisedMs }: Omit<RecoveredMoment, 'missing'>): readonly string[] {
    const problems: string[] = [];
    const db = openRead(path);
    try {
      const hasLedger = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ends'").get() !== undefined;
      if (!hasLedger) return this.#isArchived(store, promisedMs) ? [`${store} has no tables`] : [];
      for (let client = 0; client < CLIENTS; client += 1) {
        const rows = this.#rowsOf(store, client);
        const end = endIn(db, client);
        const count = Number(db.prepare('SELECT count(*) AS n FROM ledger WHERE client = ?').get(client)?.['n']);
        const highest = Number(
          db.prepare('SELECT COALESCE(MAX(number), 0) AS n FROM ledger WHERE client = ?').get(client)?.['n'],
        );
        const name = `${store} client ${client}`;
        if (count !== 2 * highest || end !== highest) {
          problems.push(`${name} is torn: ${count} rows up to ${highest}, ${end} noted`);
        }
        const least = rows.findLast(({ ackMs }) => ackMs < promisedMs)?.number ?? 0;
        if (end < least) problems.push(`${name} ends with ${end}, but ${least} was acknowledged before ${promisedMs}`);
        // One more may have been committed without an answer; its time is unknown.
        const later = rows.find(({ sentMs }) => sentMs > atMs)?.number ?? (rows.at(-1)?.number ?? 0) + 2;
        if (end >= later) problems.push(`${name} ends with ${end}, which was sent after ${atMs}`);
      }
    } finally {
      db.close();
    }
    return problems;
  }

  #isArchived(store: string, promisedMs: number): boolean {
    const stores = [...this.#stores.values()].flat();
    return stores.some((each) => each.store === store && each.archivedMs <= promisedMs);
  }

  /** A write without an answer may have been committed before a kill. */
  #continue({ project, store, client, number }: Extract<Report, { kind: 'end' }>): void {
    const stores = this.#stores.get(project) ?? [];
    if (stores.every((each) => each.store !== store)) {
      this.#stores.set(project, [
        ...stores,
        {
          store,
          sentMs: 0,
          ackMs: Number.POSITIVE_INFINITY,
          archivedMs: Number.POSITIVE_INFINITY,
          imagedMs: Number.POSITIVE_INFINITY,
        },
      ]);
    }
    const rows = this.#rowsOf(store, client);
    const last = rows.at(-1)?.number ?? 0;
    if (number < last)
      this.problems.push(`the data directory lost ${store} client ${client} from ${number} to ${last}`);
    if (number > last + 1) this.problems.push(`${store} client ${client} has ${number}, which was never sent`);
    if (number === last + 1) rows.push({ number, sentMs: rows.at(-1)?.ackMs ?? 0, ackMs: Number.POSITIVE_INFINITY });
  }

  #rowsOf(store: string, client: number): SentRow[] {
    const key = `${store} ${client}`;
    const known = this.#rows.get(key) ?? [];
    this.#rows.set(key, known);
    return known;
  }
}

function openRead(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true });
}

function readEnd(path: string, client: number): number {
  const db = openRead(path);
  try {
    const hasLedger = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ends'").get() !== undefined;
    return hasLedger ? endIn(db, client) : 0;
  } finally {
    db.close();
  }
}

function endIn(db: DatabaseSync, client: number): number {
  return Number(db.prepare('SELECT number FROM ends WHERE client = ?').get(client)?.['number'] ?? 0);
}
