import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
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

const EFFECTS: Readonly<Record<Plan, string>> = {
  free: 'E-mail and AI integrations are refused from then on; payments go on.',
  pro: 'E-mail and AI integrations work from then on, and each of their calls is paid from the balance.',
  business: 'E-mail and AI integrations work from then on, and each of their calls is paid from the balance.',
};

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
  const dialog = useDialog();
  const ask = (chosen: Plan): void => {
    if (chosen === current) return;
    dialog.confirm({
      action: 'Change plan',
      isHarmless: true,
      text: (
        <>
          <p>
            The plan changes from <strong>{current}</strong> to <strong>{chosen}</strong> at once. {EFFECTS[chosen]}
          </p>
          <p>The balance, and everything in the project, stays as it is.</p>
        </>
      ),
      run: async () => {
        const params = { path: { project_id: project.id } };
        const body = { plan: chosen };
        await dataOf(api.PATCH('/api/cloud/projects/{project_id}/billing', { params, body }));
        await changed(project.id);
        notify(`The plan is ${chosen} now.`);
      },
    });
  };
  return (
    <>
      <Radio.Group label="Plan" value={current} onChange={(chosen) => ask(chosen as Plan)} readOnly={!mayChange}>
        <div className={classes.plans}>
          {PLANS.map(({ plan: one, text }) => (
            <Radio key={one} value={one} label={one} description={text} disabled={!mayChange && one !== current} />
          ))}
        </div>
      </Radio.Group>
      {!mayChange && <p className="dim">Ask who runs this installation for another plan.</p>}
      {dialog.element}
    </>
  );
}
