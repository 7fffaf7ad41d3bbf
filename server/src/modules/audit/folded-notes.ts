import { limitKey } from '../../limits/index.ts';
import type { AuditNote } from './audit-note.ts';

/** Repetitions within this time are only counted, and recorded as one entry at its end. */
const WINDOW_MS = 10 * 60_000;
/** Distinct notes per project within the window; beyond that, notes are counted per address. */
const DISTINCT_MAX = 50;
/** Addresses per project that are counted separately; notes from further addresses are counted together. */
const ADDRESSES_MAX = 200;
const ALL_DISTINCT_MAX = 10_000;

interface FoldedNote {
  readonly note: AuditNote;
  readonly untilMs: number;
  count: number;
  wasTaken: boolean;
}

/** Bounds the entries that strangers can cause: the first note is written at once, its repetitions as one entry. */
export class FoldedNotes {
  readonly #stores = new Map<string, Map<string, FoldedNote>>();
  #size = 0;

  add(note: AuditNote, nowMs: number): void {
    const store = note.project?.store ?? 'control';
    const folded = this.#stores.get(store) ?? new Map<string, FoldedNote>();
    this.#stores.set(store, folded);
    const { key, shown } = this.#place(folded, note);
    const known = folded.get(key);
    if (known !== undefined) known.count += 1;
    else {
      this.#size += 1;
      folded.set(key, { note: shown, untilMs: nowMs + WINDOW_MS, count: 1, wasTaken: false });
    }
  }

  /** The most exact entry that there is room for: the note itself, otherwise its action and address, otherwise its action. */
  #place(
    folded: ReadonlyMap<string, FoldedNote>,
    note: AuditNote,
  ): { readonly key: string; readonly shown: AuditNote } {
    const hasRoom = (max: number): boolean => folded.size < max && this.#size < ALL_DISTINCT_MAX;
    const own = keyOf(note);
    if (folded.has(own) || hasRoom(DISTINCT_MAX)) return { key: own, shown: note };
    const { project, action, ip } = note;
    const many: AuditNote = { ...(project && { project }), action, actor: { kind: 'anonymous' }, target: '*' };
    if (ip === undefined) return { key: action, shown: many };
    const fromAddress = `${action} * ${limitKey(ip)}`;
    const isCounted = folded.has(fromAddress) || hasRoom(DISTINCT_MAX + ADDRESSES_MAX);
    return isCounted ? { key: fromAddress, shown: { ...many, ip } } : { key: action, shown: many };
  }

  /** The notes to write: new ones, and repeated ones whose window is over. `isAll`: all of them, at shutdown. */
  take(nowMs: number, isAll = false): readonly AuditNote[] {
    const taken: AuditNote[] = [];
    for (const [store, folded] of this.#stores) {
      for (const [key, one] of folded) {
        const isOver = one.untilMs <= nowMs;
        if (one.count > 0 && (isOver || isAll || !one.wasTaken)) taken.push(takeOne(one));
        if (!isOver) continue;
        folded.delete(key);
        this.#size -= 1;
      }
      if (folded.size === 0) this.#stores.delete(store);
    }
    return taken;
  }
}

function takeOne(folded: FoldedNote): AuditNote {
  const { note, count } = folded;
  folded.count = 0;
  folded.wasTaken = true;
  return count === 1 ? note : { ...note, details: { ...note.details, count } };
}

function keyOf({ action, actor, target, ip }: AuditNote): string {
  return [action, actor.kind, actor.id ?? '', target, ip === undefined ? '' : limitKey(ip)].join(' ');
}
