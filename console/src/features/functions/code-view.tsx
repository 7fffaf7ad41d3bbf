import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { CodeEditorHandle } from '../../shared/code/code-editor.tsx';
import { CodeField } from '../../shared/code/code-field.tsx';
import type { Position } from '../../shared/code/code-position.ts';
import { DraftRestored } from '../../shared/forms/draft-restored.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { DeployFailure } from './deploy-failure.tsx';
import type { FunctionInfo } from './function-queries.ts';
import { FunctionVersions } from './function-versions.tsx';
import classes from './functions.module.css';
import { type CheckState, useLanguage } from './language/use-language.ts';
import { RunRegion } from './run-region.tsx';
import { SourceProblems } from './source-problems.tsx';
import { type Deploy, useDeploy } from './use-deploy.ts';
import { type SourceDraft, useSourceDraft } from './use-source-draft.ts';

const CHECK_TEXTS: Readonly<Record<CheckState, string>> = {
  off: '',
  loading: ' · Loading the type checker',
  checked: ' · Types are checked',
  failed: ' · Types are not checked: the checker could not be loaded',
};

export function CodeView({ info }: { readonly info: FunctionInfo }) {
  const isAdmin = useMay('admin');
  const names = Object.keys(info.files).filter((name) => !name.startsWith('node_modules/'));
  const [file, setFile] = useState(() => names.find((name) => /^index\.[jt]s$/.test(name)) ?? names[0] ?? 'index.ts');
  const [runRequest, setRunRequest] = useState(0);
  const draft = useSourceDraft(info);
  const deploy = useDeploy(info, draft);
  const run = (): void => setRunRequest((count) => count + 1);
  useShortcut(
    isAdmin ? { keys: 'mod+s', label: 'Save or deploy', whileTyping: true, run: () => void deploy.run() } : undefined,
  );
  useShortcut({ keys: 'mod+enter', label: 'Run', whileTyping: true, run });
  const isChanged = draft.changedFiles.length > 0;

  return (
    <div className={classes.code}>
      <div className={classes.source}>
        <div className={classes.tools}>
          {isAdmin && (
            <Button loading={deploy.isBusy} onClick={() => void deploy.run()}>
              Deploy
            </Button>
          )}
          {isChanged && (
            <Button variant="default" onClick={draft.discard}>
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
        {draft.wasRestored && isChanged && <DraftRestored />}
        <SourceEditor info={info} file={file} draft={draft} deploy={deploy} onFile={setFile} onRun={run} />
        <DeployFailure info={info} draft={draft} deploy={deploy} />
      </div>
      <RunRegion info={info} request={runRequest} />
      <LeaveGuard isChanged={isChanged} onLeave={draft.discard} />
    </div>
  );
}

interface SourceEditorProps {
  readonly info: FunctionInfo;
  readonly file: string;
  readonly draft: SourceDraft;
  readonly deploy: Deploy;
  readonly onFile: (file: string) => void;
  readonly onRun: () => void;
}

function SourceEditor({ info, file, draft, deploy, onFile, onRun }: SourceEditorProps) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const [position, setPosition] = useState<Position>({ line: 1, column: 1 });
  const editor = useRef<CodeEditorHandle>(null);
  const types = useLanguage({ project: project.id, info, file, sources: draft.sources });
  // The service's refusals come first: they prevent the deployment.
  const listed = deploy.problems.length > 0 ? deploy.problems : types.problems;
  const marked = useMemo(() => listed.filter((problem) => problem.file === file), [listed, file]);
  return (
    <>
      <div className={classes.editor}>
        <CodeField
          key={file}
          ref={editor}
          label={`Source of ${file}`}
          value={draft.sources[file] ?? ''}
          isReadOnly={!isAdmin}
          problems={marked}
          help={types.help}
          onFocus={types.start}
          onChange={(text) => {
            draft.edit(file, text);
            deploy.forgetProblems();
            types.start();
          }}
          onMove={setPosition}
          onSave={() => void deploy.run()}
          onRun={onRun}
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
          onFile(problem.file);
          editor.current?.goTo(problem);
        }}
      />
    </>
  );
}
