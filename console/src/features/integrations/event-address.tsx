import { Button } from '@mantine/core';
import { useState } from 'react';
import { api, dataOf } from '../../shared/api/client.ts';
import { CopyField } from '../../shared/dialogs/copy-field.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import forms from '../../shared/forms/forms.module.css';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import classes from './integrations.module.css';

const TAKEN = 200;

export function EventAddress({ url }: { readonly url: string }) {
  const isAdmin = useMay('admin');
  const test = useTestEvent();
  return (
    <div className={classes.address}>
      <CopyField label="Webhook URL" value={url} />
      <p className="dim">
        Enter this address as an endpoint at the provider, with the signing secret above. The page Payments sends events
        of a made-up story to it.
      </p>
      {isAdmin && (
        <div className={forms.actions}>
          <Button variant="default" loading={test.isBusy} onClick={() => void test.send()}>
            Send test event
          </Button>
        </div>
      )}
      {test.status !== undefined && (
        <p role="status">
          <StateBadge state={test.status === TAKEN ? 'succeeded' : 'failed'} />{' '}
          {test.status === TAKEN
            ? 'The endpoint took a signed event. It made no row.'
            : `The endpoint answered with ${test.status}.`}
        </p>
      )}
      {test.failure !== undefined && <FailureAlert error={test.failure} />}
    </div>
  );
}

function useTestEvent() {
  const project = useProject();
  const [isBusy, setIsBusy] = useState(false);
  const [status, setStatus] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const send = async (): Promise<void> => {
    setIsBusy(true);
    setStatus(undefined);
    setFailure(undefined);
    try {
      const params = { path: { project_id: project.id } };
      const body = { story: 'test_event' } as const;
      const { events } = await dataOf(api.POST('/api/cloud/projects/{project_id}/payments/simulate', { params, body }));
      setStatus(events[0]?.status);
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, status, failure, send };
}
