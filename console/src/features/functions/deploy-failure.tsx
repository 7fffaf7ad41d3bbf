import { ConflictDialog, isConflict } from '../../shared/dialogs/conflict-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import type { FunctionInfo } from './function-queries.ts';
import type { Deploy } from './use-deploy.ts';
import type { SourceDraft } from './use-source-draft.ts';

interface DeployFailureProps {
  readonly info: FunctionInfo;
  readonly draft: SourceDraft;
  readonly deploy: Deploy;
}

export function DeployFailure({ info, draft, deploy }: DeployFailureProps) {
  const { error, forgetError } = deploy;
  if (error === undefined) return null;
  if (!isConflict(error)) return <FailureAlert error={error} />;
  const differences = draft.changedFiles.map(([name, mine]) => ({ name, mine, theirs: info.files[name] ?? '' }));
  return (
    <ConflictDialog
      text="This function was deployed after you began. Keep your source, or take theirs and give up what you changed?"
      differences={draft.seen === info.version ? undefined : differences}
      onKeep={() => void deploy.run(info.version)}
      onTake={() => {
        forgetError();
        draft.discard();
      }}
      onClose={forgetError}
    />
  );
}
