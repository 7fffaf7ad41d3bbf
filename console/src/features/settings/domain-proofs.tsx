import { Button } from '@mantine/core';
import { useState } from 'react';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { CopyField } from '../../shared/dialogs/copy-field.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import classes from './domain-proofs.module.css';

interface DomainState {
  readonly domain: string;
  readonly state: 'pending' | 'served';
  readonly txt_name: string;
  readonly txt_value: string;
}

export function DomainProofs({ domains }: { readonly domains: readonly DomainState[] }) {
  if (domains.length === 0) return null;
  return (
    <Region title="Proof of domains">
      {domains.map((domain) => (
        <DomainProof key={domain.domain} domain={domain} />
      ))}
    </Region>
  );
}

function DomainProof({
  domain: { domain, state, txt_name: name, txt_value: value },
}: {
  readonly domain: DomainState;
}) {
  const { id } = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const verify = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      const params = { path: { project_id: id, domain } };
      const answer = await answerOf(
        api.POST('/api/cloud/projects/{project_id}/domains/{domain}/verify', { params, body: {} }),
      );
      notify(
        answer.data.state === 'served'
          ? `${domain} is served.`
          : `The TXT record of ${domain} was not found yet. New records take some minutes to appear.`,
      );
      await changed(id);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <section aria-label={domain} className={classes.domain}>
      <p className={classes.name}>
        <strong>{visibleLine(domain)}</strong>
        <StateBadge state={state} look={state === 'served' ? 'good' : 'waiting'} />
      </p>
      {state === 'pending' && (
        <>
          <p className="dim">Add this TXT record where the domain is managed, to prove that it is yours.</p>
          <CopyField label="TXT name" value={name} button={`Copy TXT name of ${domain}`} />
          <CopyField label="TXT value" value={value} button={`Copy TXT value of ${domain}`} />
          {error !== undefined && <FailureAlert error={error} onRetry={() => void verify()} />}
          {isAdmin && (
            <Button variant="default" loading={isBusy} aria-label={`Verify ${domain}`} onClick={() => void verify()}>
              Verify
            </Button>
          )}
        </>
      )}
    </section>
  );
}
