import { Button, NativeSelect } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import type { CodeEditorHandle, Position } from '../../shared/code/code-editor.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { Waiting } from '../../shared/feedback/waiting.tsx';
import { dropDraft, keepDraft, readDraft } from '../../shared/forms/drafts.ts';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { isConflict, VersionConflict } from '../../shared/forms/version-conflict.tsx';
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

export function CodeView({ info }: { readonly info: FunctionInfo }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const key = `${project.id}/functions/${info.name}/source`;
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(
    () => (readDraft(key) ?? {}) as Record<string, string>,
  );
  const [wasRestored] = useState(() => Object.keys(draft).length > 0);
  const names = Object.keys(info.files).filter((name) => !name.startsWith('node_modules/'));
  const [file, setFile] = useState(() => names.find((name) => /^index\.[jt]s$/.test(name)) ?? names[0] ?? 'index.ts');
  const [position, setPosition] = useState<Position>({ line: 1, column: 1 });
  const [problems, setProblems] = useState(NONE);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const [runRequest, setRunRequest] = useState(0);
  const editor = useRef<CodeEditorHandle>(null);
  const sources = { ...info.files, ...draft };
  const isChanged = Object.entries(draft).some(([name, text]) => info.files[name] !== text);

  const discard = (): void => {
    setDraft({});
    dropDraft(key);
  };
  const deploy = async (isForced = false): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    setProblems(NONE);
    try {
      const headers: Record<string, string> = isForced ? {} : { 'If-Match': `"${info.version}"` };
      await putFunction(project.id, info.name, { trigger: info.trigger, files: sources }, headers);
      // Only once the new source is known: the old one would stand in the editor meanwhile.
      await changed(project.id, 'functions');
      discard();
      notify('Deployed.');
    } catch (thrown) {
      const found = thrown instanceof ApiFailure ? problemsOf(thrown) : NONE;
      setProblems(found);
      setError(found.length > 0 ? undefined : thrown);
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
        {wasRestored && isChanged && (
          <p role="status" className="dim">
            Draft restored
          </p>
        )}
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
                const next = { ...draft, [file]: text };
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
          <VersionConflict
            onKeep={() => void deploy(true)}
            onTake={() => {
              setError(undefined);
              discard();
              void changed(project.id, 'functions');
            }}
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

/** The versions that are kept, to go back to one of them. */
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
