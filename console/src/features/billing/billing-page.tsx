import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { useWanted } from '../../shared/forms/use-wanted.ts';
import { Page } from '../../shared/page/page.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { formatMoney } from '../../shared/text/money.ts';
import classes from './billing.module.css';
import { EntriesList } from './entries-list.tsx';

type Plan = 'free' | 'pro' | 'business';

const PLANS: readonly { readonly plan: Plan; readonly text: string }[] = [
  { plan: 'free', text: 'Everything but integrations with a key of your own.' },
  { plan: 'pro', text: 'With e-mail and AI integrations.' },
  { plan: 'business', text: 'With e-mail and AI integrations, for more projects.' },
];

export function BillingPage() {
  const project = useProject();
  const params = { path: { project_id: project.id } };
  const query = useQuery({
    queryKey: [project.id, 'billing'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/cloud/projects/{project_id}/billing', { params, signal })),
  });
  return (
    <Page title="Plan and balance">
      <QueryPart query={query}>
        {({ plan, may_change_plan: mayChange, balance, currency, reserved, ai_today: ai }) => (
          <>
            <PlanChoice current={plan} mayChange={mayChange} />
            <Region title="Balance">
              <p>
                <strong>{formatMoney(balance, currency)}</strong>
                {reserved > 0 && `, ${formatMoney(reserved, currency)} of it set aside for calls under way`}
              </p>
              <p className="dim">
                AI calls today: {formatMoney(ai.spent, currency)} of {formatMoney(ai.limit, currency)}
                {ai.spent >= ai.limit * 0.8 && '. Past that they are refused until midnight UTC.'}
              </p>
            </Region>
            <Region title="Entries">
              <EntriesList currency={currency} />
            </Region>
          </>
        )}
      </QueryPart>
    </Page>
  );
}

function PlanChoice({ current, mayChange }: { readonly current: Plan; readonly mayChange: boolean }) {
  const project = useProject();
  const changed = useChanged();
  const [plan, setPlan] = useWanted(current);
  const [failure, setFailure] = useState<unknown>();
  const choose = async (chosen: Plan): Promise<void> => {
    setFailure(undefined);
    setPlan(chosen);
    try {
      const params = { path: { project_id: project.id } };
      const body = { plan: chosen };
      await dataOf(api.PATCH('/api/cloud/projects/{project_id}/billing', { params, body }));
      await changed(project.id);
      notify(`The plan is ${chosen} now.`);
    } catch (error) {
      setFailure(error);
      setPlan(current);
    }
  };
  return (
    <>
      <Radio.Group label="Plan" value={plan} onChange={(chosen) => void choose(chosen as Plan)} readOnly={!mayChange}>
        <div className={classes.plans}>
          {PLANS.map(({ plan: one, text }) => (
            <Radio key={one} value={one} label={one} description={text} disabled={!mayChange && one !== current} />
          ))}
        </div>
      </Radio.Group>
      {!mayChange && <p className="dim">Ask who runs this installation for another plan.</p>}
      {failure !== undefined && <FailureAlert error={failure} />}
    </>
  );
}
