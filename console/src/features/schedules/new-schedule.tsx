import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { requireText } from '../../shared/forms/require-text.ts';
import { requireNewFunction } from '../../shared/functions/require-new-function.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { NextTimes } from '../../shared/schedules/next-times.tsx';
import { ScheduleBuilder } from '../../shared/schedules/schedule-builder.tsx';

const SOURCE = `export default async function (ctx) {
  ctx.log.info('it is time', ctx.payload.scheduled_for);
}
`;

export function NewSchedule({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const changed = useChanged();
  return (
    <FormDialog
      title="New schedule"
      text="A schedule is a function that runs at times; write what it does afterwards."
      initial={{ schedule: '0 6 * * *', timezone: 'UTC' }}
      fields={[
        { name: 'name', label: 'Name', hint: 'Small letters, digits, - and _.' },
        {
          name: 'schedule',
          label: 'Schedule',
          hint: 'Five cron fields, or @hourly, @daily, @weekly, @monthly, @yearly.',
        },
        { name: 'timezone', label: 'Time zone', placeholder: 'UTC' },
      ]}
      send={async (values) => {
        const name = requireText(values, 'name');
        await requireNewFunction(project.id, name);
        const params = { path: { project_id: project.id, name } };
        const body = {
          trigger: 'scheduled' as const,
          source: SOURCE,
          schedule: textOf(values, 'schedule').trim(),
          timezone: optionalText(values, 'timezone')?.trim() ?? 'UTC',
        };
        await answerOf(api.PUT('/api/cloud/projects/{project_id}/functions/{name}', { params, body }));
        await changed(project.id, 'functions');
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ScheduleBuilder
            schedule={textOf(form.values, 'schedule')}
            onBuilt={(schedule) => form.set('schedule', schedule)}
          />
          <NextTimes schedule={textOf(form.values, 'schedule')} timezone={textOf(form.values, 'timezone')} />
        </>
      )}
    </FormDialog>
  );
}
