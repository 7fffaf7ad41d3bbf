import type { Database, PlainStep } from '../../database/index.ts';
import { createSqlBuilder, plainStep } from '../../database/index.ts';

export interface RememberedText {
  readonly hash: string;
  readonly nowMs: number;
  readonly untilMs: number;
}

interface Tables {
  _message_texts: { hash: string; spam_until: number };
}

/** Name of the step that fails when the same text came shortly before. */
export const SAME_TEXT = 'same_text';

export type TextsStore = ReturnType<typeof createTextsStore>;

export function createTextsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return {
    /** With `isFirst`, fails as `same_text` while the text is remembered. A concurrent transaction waits here. */
    rememberSteps({ hash, nowMs, untilMs }: RememberedText, isFirst: boolean): readonly PlainStep[] {
      const insert = db
        .insertInto('_message_texts')
        .values({ hash, spam_until: untilMs })
        .onConflict((conflict) => {
          const change = conflict.column('hash').doUpdateSet({ spam_until: untilMs });
          return isFirst ? change.where('_message_texts.spam_until', '<=', nowMs) : change;
        });
      return [
        // Runs before any row is locked, so that transactions cannot deadlock.
        plainStep(db.deleteFrom('_message_texts').where('spam_until', '<=', nowMs)),
        plainStep(insert, isFirst ? { atLeast: 1, name: SAME_TEXT } : {}),
      ];
    },
  };
}
