import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../shared/forms/drafts.ts';
import type { COLUMN_TYPES } from './column-types.ts';

export interface NewColumn {
  readonly key: number;
  readonly name: string;
  readonly type: (typeof COLUMN_TYPES)[number];
  readonly required: boolean;
  readonly unique: boolean;
  readonly indexed: boolean;
  readonly table: string;
}

interface NewTableDraft {
  readonly name: string;
  readonly preset: string;
  readonly columns: readonly NewColumn[];
}

export function emptyColumn(key: number): NewColumn {
  return { key, name: '', type: 'text', required: false, unique: false, indexed: false, table: '' };
}

const EMPTY: NewTableDraft = { name: '', preset: 'Private', columns: [emptyColumn(0)] };

/** The draft of a new table; survives a reload. */
export function useNewTableDraft(project: string) {
  const key = `${project}/tables#New table`;
  const [kept] = useState(() => readDraft(key) as NewTableDraft | undefined);
  const [draft, setDraftState] = useState(kept ?? EMPTY);
  return {
    draft,
    isRestored: kept !== undefined,
    setDraft(next: NewTableDraft): void {
      setDraftState(next);
      keepDraft(key, next);
    },
    forget: (): void => dropDraft(key),
  };
}
