import { useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { ifMatch } from '../../shared/api/if-match.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { isConflict } from '../../shared/dialogs/conflict-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { type FunctionInfo, putFunction } from './function-queries.ts';
import type { SourceProblem } from './source-problems.tsx';
import type { SourceDraft } from './use-source-draft.ts';

export interface Deploy {
  readonly isBusy: boolean;
  readonly problems: readonly SourceProblem[];
  readonly error: unknown;
  run(version?: number): Promise<void>;
  forgetProblems(): void;
  forgetError(): void;
}

const NONE: readonly SourceProblem[] = [];

export function useDeploy(info: FunctionInfo, { sources, seen, discard }: SourceDraft): Deploy {
  const project = useProject();
  const changed = useChanged();
  const [problems, setProblems] = useState(NONE);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (version = seen): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    setProblems(NONE);
    try {
      const body = { trigger: info.trigger, files: sources };
      await putFunction(project.id, info.name, body, ifMatch(String(version)));
      // Discard the draft only after the new source has loaded; otherwise the editor would briefly show the old one.
      await changed(project.id, 'functions');
      discard();
      notify('Deployed.');
    } catch (thrown) {
      const found = thrown instanceof ApiFailure ? problemsOf(thrown) : NONE;
      setProblems(found);
      setError(found.length > 0 ? undefined : thrown);
      if (isConflict(thrown)) void changed(project.id, 'functions');
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    problems,
    error,
    run,
    forgetProblems: () => setProblems(NONE),
    forgetError: () => setError(undefined),
  };
}

function problemsOf({ details }: ApiFailure): readonly SourceProblem[] {
  const { errors } = details;
  return Array.isArray(errors) ? (errors as readonly SourceProblem[]) : NONE;
}
