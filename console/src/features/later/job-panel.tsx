import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { functionAddress, runAddress, runsAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useChanged } from '../../shared/api/use-changes.ts';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import type { PanelSteps } from '../../shared/dialogs/panel-steps.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { PlainText } from '../../shared/text/plain-text.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { changeJob, type JobAction, type JobState, jobQuery, type WholeJob } from './job-queries.ts';
import classes from './later.module.css';

interface JobPanelProps {
  readonly id: string;
  readonly steps: PanelSteps;
  readonly onClose: () => void;
}

const LABELS: Readonly<Record<JobAction, string>> = { run: 'Run now', retry: 'Retry', cancel: 'Cancel job' };
const ACTIONS: Readonly<Partial<Record<JobState, readonly JobAction[]>>> = {
  waiting: ['run', 'cancel'],
  failed: ['retry'],
  cancelled: ['retry'],
};

export function JobPanel({ id, steps, onClose }: JobPanelProps) {
  const project = useProject();
  const query = useQuery(jobQuery(project.id, id));
  return (
    <Dialog title="Job" kind="panel" onClose={onClose} {...steps}>
      <QueryPart query={query}>{(job) => <JobContent job={job} />}</QueryPart>
    </Dialog>
  );
}

function JobContent({ job }: { readonly job: WholeJob }) {
  const project = useProject();
  const isEditor = useMay('editor');
  return (
    <>
      <p>
        <StateBadge state={job.state} />{' '}
        <AppLink to={functionAddress(project.id, job.function)}>{job.function}</AppLink> · due{' '}
        <TimeText at={job.due_at} exact />
      </p>
      {isEditor && <Actions job={job} />}
      <dl className={classes.facts}>
        <Fact name="Ordered">
          <TimeText at={job.created_at} exact /> by <code>{job.ordered_by}</code>
        </Fact>
        {job.key !== null && <Fact name="Key">{visibleLine(job.key, 200)}</Fact>}
        <Fact name="Attempts">
          {job.attempt}, repeated up to {job.retries} times after failures
        </Fact>
        {job.started_at !== null && (
          <Fact name="Started">
            <TimeText at={job.started_at} exact />
          </Fact>
        )}
        {job.ended_at !== null && (
          <Fact name="Ended">
            <TimeText at={job.ended_at} exact />
          </Fact>
        )}
        {job.run_id !== null && (
          <Fact name="Latest run">
            <AppLink to={runAddress(project.id, job.function, job.run_id)}>Run and log</AppLink>
            {job.attempt > 1 && (
              <>
                {' · '}
                <AppLink to={runsAddress(project.id, job.function, job.id)}>All {job.attempt} runs</AppLink>
              </>
            )}
          </Fact>
        )}
      </dl>
      {job.error !== null && (
        <>
          <h3>Error</h3>
          <PlainText text={job.error} isCapped />
        </>
      )}
      <h3>Payload</h3>
      <PlainText text={JSON.stringify(job.payload ?? null, null, 2)} isCapped />
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Actions({ job }: { readonly job: WholeJob }) {
  const project = useProject();
  const changed = useChanged();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState<JobAction>();
  const act = async (action: JobAction): Promise<void> => {
    setBusy(action);
    setError(undefined);
    try {
      await changeJob(project.id, job.id, action);
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(undefined);
    // Another person or the service may have been faster, so the state is read again after a failure too.
    await Promise.all([changed(project.id, 'functions', 'jobs'), changed(project.id, 'functions', 'job')]);
  };
  return (
    <>
      <div className={classes.buttons}>
        {(ACTIONS[job.state] ?? []).map((action) => (
          <Button
            key={action}
            variant="default"
            loading={busy === action}
            disabled={busy !== undefined && busy !== action}
            onClick={() => void act(action)}
          >
            {LABELS[action]}
          </Button>
        ))}
      </div>
      {error !== undefined && <FailureAlert error={error} />}
    </>
  );
}
