import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { ifMatch } from '../../shared/api/if-match.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import type { CodeEditorHandle } from '../../shared/code/code-editor.tsx';
import { CodeField } from '../../shared/code/code-field.tsx';
import type { Position } from '../../shared/code/code-position.ts';
import { ConflictDialog, isConflict } from '../../shared/dialogs/conflict-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { DraftRestored } from '../../shared/forms/draft-restored.tsx';
import { dropDraft, keepDraft, readDraft } from '../../shared/forms/drafts.ts';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { type FunctionInfo, putFunction } from './function-queries.ts';
import { FunctionVersions } from './function-versions.tsx';
import classes from './functions.module.css';
import { type CheckState, useLanguage } from './language/use-language.ts';
import { RunRegion } from './run-region.tsx';
import { type SourceProblem, SourceProblems } from './source-problems.tsx';

const NONE: readonly SourceProblem[] = [];

/** Edited sources, and the version that the edit started from: another version may be deployed meanwhile. */
interface SourceDraft {
  readonly files: Readonly<Record<string, string>>;
  readonly version?: number | undefined;
}

const NO_DRAFT: SourceDraft = { files: {} };

const CHECK_TEXTS: Readonly<Record<CheckState, string>> = {
  off: '',
  loading: ' · Loading the type checker',
  checked: ' · Types are checked',
  failed: ' · Types are not checked: the checker could not be loaded',
};

export function CodeView({ info }: { readonly info: FunctionInfo }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const key = `${project.id}/functions/${info.name}/source`;
  const [draft, setDraft] = useState<SourceDraft>(() => ({ ...NO_DRAFT, ...readDraft(key) }));
  const [wasRestored] = useState(() => Object.keys(draft.files).length > 0);
  const names = Object.keys(info.files).filter((name) => !name.startsWith('node_modules/'));
  const [file, setFile] = useState(() => names.find((name) => /^index\.[jt]s$/.test(name)) ?? names[0] ?? 'index.ts');
  const [position, setPosition] = useState<Position>({ line: 1, column: 1 });
  const [problems, setProblems] = useState(NONE);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const [runRequest, setRunRequest] = useState(0);
  const editor = useRef<CodeEditorHandle>(null);
  const sources = { ...info.files, ...draft.files };
  const changedFiles = Object.entries(draft.files).filter(([name, text]) => info.files[name] !== text);
  const isChanged = changedFiles.length > 0;
  const seen = isChanged ? (draft.version ?? info.version) : info.version;

  const discard = (): void => {
    setDraft(NO_DRAFT);
    dropDraft(key);
  };
  const types = useLanguage({ project: project.id, info, file, sources });
  // The service's refusals come first: they prevent the deployment.
  const listed = problems.length > 0 ? problems : types.problems;
  const marked = useMemo(() => listed.filter((problem) => problem.file === file), [listed, file]);
  const deploy = async (version = seen): Promise<void> => {
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
  const run = (): void => setRunRequest((count) => count + 1);
  useShortcut(
    isAdmin ? { keys: 'mod+s', label: 'Save or deploy', whileTyping: true, run: () => void deploy() } : undefined,
  );
  useShortcut({ keys: 'mod+enter', label: 'Run', whileTyping: true, run });

  return (
    <div className={classes.code}>
      <div className={classes.source}>
        <div className={classes.tools}>
          {isAdmin && (
            <Button loading={isBusy} onClick={() => void deploy()}>
              Deploy
            </Button>
          )}
          {isChanged && (
            <Button variant="default" onClick={discard}>
              Discard changes
            </Button>
          )}
          {names.length > 1 && (
            <NativeSelect
              aria-label="File"
              value={file}
              data={names}
              onChange={(event) => setFile(event.currentTarget.value)}
            />
          )}
          <span className="dim">Deployed version {info.version}</span>
          <FunctionVersions info={info} isAdmin={isAdmin} />
        </div>
        {wasRestored && isChanged && <DraftRestored />}
        <div className={classes.editor}>
          <CodeField
            key={file}
            ref={editor}
            label={`Source of ${file}`}
            value={sources[file] ?? ''}
            isReadOnly={!isAdmin}
            problems={marked}
            help={types.help}
            onFocus={types.start}
            onChange={(text) => {
              const next = { files: { ...draft.files, [file]: text }, version: seen };
              setDraft(next);
              setProblems(NONE);
              keepDraft(key, next);
              types.start();
            }}
            onMove={setPosition}
            onSave={() => void deploy()}
            onRun={run}
          />
        </div>
        <p className="dim">
          <span>
            Line {position.line}, column {position.column}
          </span>
          {CHECK_TEXTS[types.state]}
        </p>
        <SourceProblems
          problems={listed}
          onOpen={(problem) => {
            setFile(problem.file);
            editor.current?.goTo(problem);
          }}
        />
        {isConflict(error) ? (
          <ConflictDialog
            text="This function was deployed after you began. Keep your source, or take theirs and give up what you changed?"
            differences={
              seen === info.version
                ? undefined
                : changedFiles.map(([name, mine]) => ({ name, mine, theirs: info.files[name] ?? '' }))
            }
            onKeep={() => void deploy(info.version)}
            onTake={() => {
              setError(undefined);
              discard();
            }}
            onClose={() => setError(undefined)}
          />
        ) : (
          error !== undefined && <FailureAlert error={error} />
        )}
      </div>
      <RunRegion info={info} request={runRequest} />
      <LeaveGuard isChanged={isChanged} onLeave={discard} />
    </div>
  );
}

function problemsOf({ details }: ApiFailure): readonly SourceProblem[] {
  const { errors } = details;
  return Array.isArray(errors) ? (errors as readonly SourceProblem[]) : NONE;
}
