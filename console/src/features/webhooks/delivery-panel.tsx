import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runsAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import type { PanelSteps } from '../../shared/dialogs/panel-steps.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { BodyText } from '../../shared/text/body-text.tsx';
import { formatMs } from '../../shared/text/formats.ts';
import { PlainText } from '../../shared/text/plain-text.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleText } from '../../shared/text/visible-text.ts';
import { ownFunctionIn } from './webhook-fields.ts';
import { type Attempt, type Delivery, deliveryQuery, isTest } from './webhook-queries.ts';

interface DeliveryPanelProps {
  readonly webhook: string;
  readonly id: string;
  readonly steps: PanelSteps;
  readonly onClose: () => void;
}

export function DeliveryPanel({ webhook, id, steps, onClose }: DeliveryPanelProps) {
  const project = useProject();
  const query = useQuery(deliveryQuery(project.id, webhook, id));
  return (
    <Dialog title="Delivery" kind="panel" onClose={onClose} {...steps}>
      <QueryPart query={query}>{(delivery) => <DeliveryContent webhook={webhook} delivery={delivery} />}</QueryPart>
    </Dialog>
  );
}

function DeliveryContent({ webhook, delivery }: { readonly webhook: string; readonly delivery: Delivery }) {
  const project = useProject();
  const isEditor = useMay('editor');
  const changed = useChanged();
  const [error, setError] = useState<unknown>();
  const resend = async (): Promise<void> => {
    setError(undefined);
    try {
      const path = { project_id: project.id, webhook_id: webhook, delivery_id: delivery.id };
      await answerOf(
        api.POST('/api/cloud/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', {
          params: { path },
        }),
      );
      await changed(project.id, 'webhooks');
    } catch (thrown) {
      setError(thrown);
    }
  };
  const hearing = ownFunctionIn(delivery.attempts.at(-1)?.url ?? '');
  return (
    <>
      <p>
        <StateBadge state={delivery.state} /> {isTest(delivery) && <StateBadge state="test" />} {delivery.event} of{' '}
        {delivery.table} · <TimeText at={delivery.created_at} exact />
        {hearing !== undefined && (
          <>
            {' · '}
            <AppLink to={runsAddress(project.id, hearing, delivery.id)}>Runs of {hearing}</AppLink>
          </>
        )}
      </p>
      {delivery.next_attempt_at !== null && (
        <p className="dim">
          Next attempt <TimeText at={delivery.next_attempt_at} exact />
        </p>
      )}
      {isEditor && (
        <Button variant="default" onClick={() => void resend()}>
          Resend
        </Button>
      )}
      {error !== undefined && <FailureAlert error={error} />}
      {delivery.attempts.map((attempt) => (
        <AttemptRegion key={attempt.attempt} attempt={attempt} />
      ))}
      {delivery.attempts.length === 0 && <p className="dim">Nothing has been sent yet.</p>}
    </>
  );
}

function AttemptRegion({ attempt }: { readonly attempt: Attempt }) {
  const { response_status: status, error_class: errorClass, duration_ms: duration } = attempt;
  return (
    <Region title={`Attempt ${attempt.attempt}`}>
      <p>
        {status !== null && <strong>{status}</strong>} {errorClass !== null && <code>{errorClass}</code>}{' '}
        <span className="dim">
          {attempt.trigger} · <TimeText at={attempt.started_at} exact />
          {duration !== null && ` · ${formatMs(duration)}`}
        </span>
      </p>
      {attempt.error !== null && <p>{visibleText(attempt.error)}</p>}
      <Exchange title="Request headers" text={headersText(attempt.request_headers)} />
      <Exchange title="Request body" text={attempt.request_body} curl={curlOf(attempt)} />
      <Exchange title="Response headers" text={headersText(attempt.response_headers)} />
      <Exchange title={`Response body${attempt.truncated ? ', cut' : ''}`} text={attempt.response_body} />
    </Region>
  );
}

interface ExchangeProps {
  readonly title: string;
  readonly text: string | null;
  readonly curl?: string;
}

function Exchange({ title, text, curl }: ExchangeProps) {
  const isBody = title.includes(' body');
  if (text === null || text === '') return null;
  return (
    <details open={isBody}>
      <summary>{title}</summary>
      {isBody ? (
        <BodyText name={title} text={text} {...(curl !== undefined && { curl })} />
      ) : (
        <PlainText text={text} isCapped />
      )}
    </details>
  );
}

function headersText(headers: Attempt['request_headers']): string | null {
  if (headers === null) return null;
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** The request as a command line. The log leaves out signatures, so a receiver that checks them refuses it. */
function curlOf({ url, request_headers: headers, request_body: body }: Attempt): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === null ? [] : [`--data-raw ${quoted(body)}`];
  return [`curl -X POST ${quoted(url)}`, ...lines, ...data].join(' \\\n  ');
}
