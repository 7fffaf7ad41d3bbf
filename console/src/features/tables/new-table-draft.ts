import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../shared/forms/drafts.ts';
import { emptyColumn, type NewColumn } from './new-column.ts';

export interface NewTableDraft {
  readonly name: string;
  readonly preset: string;
  readonly columns: readonly NewColumn[];
}

const EMPTY: NewTableDraft = { name: '', preset: 'Private', columns: [emptyColumn(0)] };

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
