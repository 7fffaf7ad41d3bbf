import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveryAddress, jobAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import type { PanelSteps } from '../../shared/dialogs/panel-steps.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatMs } from '../../shared/text/formats.ts';
import { PlainText } from '../../shared/text/plain-text.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { type Run, runFunction, runQuery } from './function-queries.ts';
import { RunLog } from './run-log.tsx';

const WEBHOOK = 'webhook:';

interface RunPanelProps {
  readonly name: string;
  readonly id: string;
  readonly steps: PanelSteps;
  readonly onClose: () => void;
}

export function RunPanel({ name, id, steps, onClose }: RunPanelProps) {
  const project = useProject();
  const query = useQuery(runQuery(project.id, name, id));
  return (
    <Dialog title="Run" kind="panel" onClose={onClose} {...steps}>
      <QueryPart query={query}>{(run) => <RunContent name={name} run={run} />}</QueryPart>
    </Dialog>
  );
}

function RunContent({ name, run }: { readonly name: string; readonly run: Run }) {
  const project = useProject();
  const isEditor = useMay('editor');
  const { change } = useAddress();
  const changed = useChanged();
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const again = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      const next = await runFunction(project.id, name, { run_id: run.id });
      await changed(project.id, 'functions', 'runs');
      change({ run: next.id });
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  };
  return (
    <>
      <p>
        <StateBadge state={run.status} /> <span className="dim">{run.trigger}</span> ·{' '}
        <TimeText at={run.started_at} exact />
        {run.duration_ms !== null && ` · ${formatMs(run.duration_ms)}`}
        <CauseLink run={run} />
      </p>
      {isEditor && (
        <Button variant="default" loading={isBusy} onClick={() => void again()}>
          Run again
        </Button>
      )}
      {error !== undefined && <FailureAlert error={error} />}
      <h3>Payload</h3>
      <PlainText text={JSON.stringify(run.payload ?? null, null, 2)} isCapped />
      {run.error !== null && (
        <>
          <h3>Error</h3>
          <PlainText text={run.error} isCapped />
        </>
      )}
      <RunLog run={run} />
    </>
  );
}

function CauseLink({ run: { job_id: job, delivery_id: delivery, caller } }: { readonly run: Run }) {
  const { id } = useProject();
  const webhook = caller.startsWith(WEBHOOK) ? caller.slice(WEBHOOK.length) : undefined;
  const link =
    job !== undefined ? (
      <AppLink to={jobAddress(id, job)}>Job</AppLink>
    ) : (
      delivery !== undefined &&
      webhook !== undefined && <AppLink to={deliveryAddress(id, webhook, delivery)}>Delivery</AppLink>
    );
  return link !== false && <> · {link}</>;
}
