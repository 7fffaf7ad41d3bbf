import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../shared/forms/drafts.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import type { FunctionInfo } from './function-queries.ts';

/** Edited sources, and the version that the edit started from: another version may be deployed meanwhile. */
interface StoredDraft {
  readonly files: Readonly<Record<string, string>>;
  readonly version?: number | undefined;
}

export interface SourceDraft {
  readonly sources: Readonly<Record<string, string>>;
  readonly changedFiles: readonly (readonly [name: string, text: string])[];
  readonly seen: number;
  readonly wasRestored: boolean;
  edit(file: string, text: string): void;
  discard(): void;
}

const NO_DRAFT: StoredDraft = { files: {} };

export function useSourceDraft(info: FunctionInfo): SourceDraft {
  const project = useProject();
  const key = `${project.id}/functions/${info.name}/source`;
  const [draft, setDraft] = useState<StoredDraft>(() => ({ ...NO_DRAFT, ...readDraft(key) }));
  const [wasRestored] = useState(() => Object.keys(draft.files).length > 0);
  const changedFiles = Object.entries(draft.files).filter(([name, text]) => info.files[name] !== text);
  const seen = changedFiles.length > 0 ? (draft.version ?? info.version) : info.version;
  return {
    sources: { ...info.files, ...draft.files },
    changedFiles,
    seen,
    wasRestored,
    edit: (file, text) => {
      const next = { files: { ...draft.files, [file]: text }, version: seen };
      setDraft(next);
      keepDraft(key, next);
    },
    discard: () => {
      setDraft(NO_DRAFT);
      dropDraft(key);
    },
  };
}
