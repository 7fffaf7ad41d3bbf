import { Button, NativeSelect } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { ifMatch } from '../../shared/api/if-match.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import type { CodeEditorHandle, Position } from '../../shared/code/code-editor.tsx';
import { ConflictDialog, isConflict } from '../../shared/dialogs/conflict-dialog.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { Waiting } from '../../shared/feedback/waiting.tsx';
import { DraftRestored } from '../../shared/forms/draft-restored.tsx';
import { dropDraft, keepDraft, readDraft } from '../../shared/forms/drafts.ts';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { ctxCompletions } from './ctx-completions.ts';
import { type FunctionInfo, putFunction } from './function-queries.ts';
import classes from './functions.module.css';
import { RunRegion } from './run-region.tsx';

const CodeEditor = lazy(() =>
  import('../../shared/code/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

interface SourceProblem extends Position {
  readonly file: string;
  readonly message: string;
}

const NONE: readonly SourceProblem[] = [];

/** Edited sources, and the version that the edit started from: another version may be deployed meanwhile. */
interface SourceDraft {
  readonly files: Readonly<Record<string, string>>;
  readonly version?: number | undefined;
}

const NO_DRAFT: SourceDraft = { files: {} };

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
          <Versions info={info} isAdmin={isAdmin} />
        </div>
        {wasRestored && isChanged && <DraftRestored />}
        <div className={classes.editor}>
          <Suspense fallback={<Waiting lines={8} />}>
            <CodeEditor
              key={file}
              ref={editor}
              label={`Source of ${file}`}
              language="typescript"
              value={sources[file] ?? ''}
              isReadOnly={!isAdmin}
              problems={problems.filter((problem) => problem.file === file)}
              completions={ctxCompletions}
              onChange={(text) => {
                const next = { files: { ...draft.files, [file]: text }, version: seen };
                setDraft(next);
                keepDraft(key, next);
              }}
              onMove={setPosition}
              onSave={() => void deploy()}
              onRun={run}
            />
          </Suspense>
        </div>
        <p className="dim">
          Line {position.line}, column {position.column}
        </p>
        {problems.length > 0 && (
          <ul aria-label="Problems" className={classes.problems}>
            {problems.map((problem) => (
              <li key={problemText(problem)}>
                <button
                  type="button"
                  onClick={() => {
                    setFile(problem.file);
                    editor.current?.goTo(problem);
                  }}
                >
                  {visibleLine(problemText(problem), 500)}
                </button>
              </li>
            ))}
          </ul>
        )}
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

function problemText({ file, line, column, message }: SourceProblem): string {
  return `${file}:${line}:${column} ${message}`;
}

function problemsOf({ details }: ApiFailure): readonly SourceProblem[] {
  const { errors } = details;
  return Array.isArray(errors) ? (errors as readonly SourceProblem[]) : NONE;
}

/** The stored versions, each with a rollback. */
function Versions({ info, isAdmin }: { readonly info: FunctionInfo; readonly isAdmin: boolean }) {
  const project = useProject();
  const changed = useChanged();
  const dialog = useDialog();
  const others = info.versions.filter(({ version }) => version !== info.version);
  const [chosen, setChosen] = useState<string>();
  if (!isAdmin || others.length === 0) return null;
  const version = chosen ?? String(others[0]?.version);
  const ask = (): void =>
    dialog.confirm({
      action: 'Roll back',
      text: `Version ${version} of ${info.name} is put in force again.`,
      run: async () => {
        const params = { path: { project_id: project.id, name: info.name } };
        const body = { version: Number(version) };
        await answerOf(api.POST('/api/cloud/projects/{project_id}/functions/{name}/rollback', { params, body }));
        await changed(project.id, 'functions');
        notify(`Rolled back to version ${version}.`);
      },
    });
  return (
    <>
      <NativeSelect
        aria-label="Version"
        value={version}
        data={others.map((one) => String(one.version))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button variant="default" onClick={ask}>
        Roll back
      </Button>
      {dialog.element}
    </>
  );
}
