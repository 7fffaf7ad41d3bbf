import { Button } from '@mantine/core';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { plural } from '../../shared/text/formats.ts';

const STORIES = [
  'checkout',
  'card_fails_then_bank_pays',
  'partial_refunds',
  'dispute',
  'abandoned',
  'trial',
  'subscription',
] as const;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The provider lists events of 30 days; one day less, so that the request's own duration cannot exceed that. */
const DAYS_BACK = 29;

export function PaymentTools() {
  const project = useProject();
  const changed = useChanged();
  const dialog = useDialog();
  const params = { path: { project_id: project.id } };
  const askDelete = (): void =>
    dialog.confirm({
      action: 'Delete test rows',
      text: 'All payments and subscriptions of the test mode are deleted here. The provider keeps its own.',
      run: async () => {
        const { count } = await answerOf(api.DELETE('/api/cloud/projects/{project_id}/payments/test-rows', { params }));
        await changed(project.id, 'tables');
        notify(`${plural(count, 'row')} deleted.`);
      },
    });
  const askReconcile = (): void =>
    dialog.confirm({
      action: 'Catch up',
      text: `The service asks the provider for the events of the last ${DAYS_BACK} days, and applies those that never came.`,
      run: async () => {
        const body = { since: new Date(Date.now() - DAYS_BACK * DAY_MS).toISOString() };
        const report = await dataOf(api.POST('/api/cloud/projects/{project_id}/payments/reconcile', { params, body }));
        await changed(project.id, 'tables');
        const { seen, added, changed: rows } = report;
        notify(`${plural(seen, 'event')} seen: ${plural(added, 'row')} added, ${plural(rows, 'row')} changed.`);
      },
    });
  const openSimulate = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Simulate payments"
        submit="Send events"
        text="Signed events of a made-up story go through the real endpoint. They need a connection with a test key, and their rows are of the test mode."
        fields={[
          { name: 'story', label: 'Story', kind: 'select', options: STORIES.map((value) => ({ value })) },
          { name: 'user_id', label: 'User id of the buyer', placeholder: 'Optional' },
        ]}
        initial={{ story: 'checkout' }}
        onClose={close}
        send={async (values) => {
          const story = STORIES.find((each) => each === textOf(values, 'story')) ?? 'checkout';
          const userId = textOf(values, 'user_id').trim();
          const body = { story, ...(userId !== '' && { user_id: userId }) };
          const { events } = await dataOf(
            api.POST('/api/cloud/projects/{project_id}/payments/simulate', { params, body }),
          );
          await changed(project.id, 'tables');
          const taken = events.filter(({ status }) => status === 200).length;
          notify(`${taken} of ${plural(events.length, 'event')} taken.`);
        }}
      />
    ));
  return (
    <>
      <Button variant="default" onClick={openSimulate}>
        Simulate
      </Button>
      <Button variant="default" onClick={askReconcile}>
        Catch up
      </Button>
      <Button variant="subtle" color="red" onClick={askDelete}>
        Delete test rows
      </Button>
      {dialog.element}
    </>
  );
}
