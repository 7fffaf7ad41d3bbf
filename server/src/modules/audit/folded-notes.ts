import { limitKey } from '../../limits/index.ts';
import type { AuditNote } from './audit-note.ts';

/** The same again within this time is counted, and noted once more at its end. */
const WINDOW_MS = 10 * 60_000;
/** Different ones of one project in that time; what comes on top is counted together. */
const DISTINCT_MAX = 50;
/** Of all projects together. */
const ALL_DISTINCT_MAX = 10_000;

interface Folded {
  readonly note: AuditNote;
  readonly untilMs: number;
  /** How often since it was taken last. */
  count: number;
  wasTaken: boolean;
}

/**
 * Notes that strangers can cause at will leave few lines: the first of a kind at once, its repetitions as one
 * with their number. Bounded for each project, from however many addresses they come.
 */
export class FoldedNotes {
  readonly #stores = new Map<string, Map<string, Folded>>();
  #size = 0;

  add(note: AuditNote, nowMs: number): void {
    const store = note.project?.store ?? 'control';
    const folded = this.#stores.get(store) ?? new Map<string, Folded>();
    this.#stores.set(store, folded);
    const own = keyOf(note);
    const isFull = !folded.has(own) && (folded.size >= DISTINCT_MAX || this.#size >= ALL_DISTINCT_MAX);
    const key = isFull ? note.action : own;
    const known = folded.get(key);
    if (known !== undefined) known.count += 1;
    else {
      this.#size += 1;
      folded.set(key, { note: isFull ? ofMany(note) : note, untilMs: nowMs + WINDOW_MS, count: 1, wasTaken: false });
    }
  }

  /** Notes to be written by now: new ones, and repeated ones once their time is over. `isAll`: at the end. */
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

function takeOne(folded: Folded): AuditNote {
  const { note, count } = folded;
  folded.count = 0;
  folded.wasTaken = true;
  return count === 1 ? note : { ...note, details: { ...note.details, count } };
}

function keyOf({ action, actor, target, ip }: AuditNote): string {
  return [action, actor.kind, actor.id ?? '', target, ip === undefined ? '' : limitKey(ip)].join(' ');
}

/** Stands for many of one kind from everywhere. */
function ofMany({ project, action }: AuditNote): AuditNote {
  return { ...(project && { project }), action, actor: { kind: 'anonymous' }, target: '*' };
}
