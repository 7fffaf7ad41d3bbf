import { Button } from '@mantine/core';
import { projectAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { ifMatch } from '../../shared/api/if-match.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { type FormValues, isOn, optionalText, optionsOf, textOf } from '../../shared/forms/field-spec.ts';
import { SettingsForm } from '../../shared/forms/settings-form.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { NextTimes } from '../../shared/schedules/next-times.tsx';
import { ScheduleBuilder } from '../../shared/schedules/schedule-builder.tsx';
import { FunctionPage } from './function-page.tsx';
import { type FunctionInfo, putFunction } from './function-queries.ts';

export function FunctionSettingsPage() {
  const isAdmin = useMay('admin');
  return (
    <FunctionPage actions={(info) => isAdmin && <DeleteFunction name={info.name} />}>
      {(info) => <FunctionSettings key={info.name} info={info} isAdmin={isAdmin} />}
    </FunctionPage>
  );
}

const isScheduled = ({ trigger }: FormValues): boolean => trigger === 'scheduled';

function FunctionSettings({ info, isAdmin }: { readonly info: FunctionInfo; readonly isAdmin: boolean }) {
  const project = useProject();
  const changed = useChanged();
  return (
    <SettingsForm
      fields={[
        { name: 'description', label: 'Description' },
        {
          name: 'access',
          label: 'Access',
          hint: 'Who may call it: public, authenticated, role:<name> or private.',
          isShown: ({ trigger }) => trigger === 'http',
        },
        { name: 'trigger', label: 'Trigger', kind: 'select', options: optionsOf(['http', 'webhook', 'scheduled']) },
        {
          name: 'retries',
          label: 'Retries',
          kind: 'select',
          options: optionsOf(['0', '1', '2', '3']),
          isShown: isScheduled,
        },
        { name: 'timeout_ms', label: 'Time limit', kind: 'number', hint: 'In milliseconds, at most 300,000.' },
        { name: 'enabled', label: 'Enabled', kind: 'switch' },
        {
          name: 'schedule',
          label: 'Schedule',
          hint: 'Five cron fields, or @hourly, @daily, @weekly, @monthly, @yearly.',
          isShown: isScheduled,
        },
        { name: 'timezone', label: 'Time zone', placeholder: 'UTC', isShown: isScheduled },
      ]}
      initial={{
        description: info.description ?? '',
        access: info.access,
        trigger: info.trigger,
        schedule: info.schedule ?? '',
        timezone: info.timezone,
        retries: String(info.retries),
        timeout_ms: String(info.timeout_ms),
        enabled: info.enabled,
      }}
      draft={`${project.id}/functions/${info.name}/settings`}
      isReadOnly={!isAdmin}
      reload={() => void changed(project.id, 'functions')}
      version={String(info.version)}
      send={async (values, version) => {
        const trigger = textOf(values, 'trigger');
        const limit = optionalText(values, 'timeout_ms');
        const body = {
          trigger,
          description: optionalText(values, 'description') ?? null,
          timeout_ms: limit === undefined ? null : Number(limit),
          enabled: isOn(values, 'enabled'),
          ...(trigger === 'http' && { access: textOf(values, 'access').trim() }),
          ...(trigger === 'scheduled' && {
            schedule: textOf(values, 'schedule').trim(),
            timezone: optionalText(values, 'timezone')?.trim() ?? 'UTC',
            retries: Number(textOf(values, 'retries')),
          }),
        };
        await putFunction(project.id, info.name, body, ifMatch(version));
        await changed(project.id, 'functions');
      }}
    >
      {(form) =>
        isScheduled(form.values) && (
          <>
            {isAdmin && (
              <ScheduleBuilder
                schedule={textOf(form.values, 'schedule')}
                onBuilt={(schedule) => form.set('schedule', schedule)}
              />
            )}
            <NextTimes schedule={textOf(form.values, 'schedule')} timezone={textOf(form.values, 'timezone')} />
          </>
        )
      }
    </SettingsForm>
  );
}

function DeleteFunction({ name }: { readonly name: string }) {
  const project = useProject();
  const { go } = useAddress();
  const changed = useChanged();
  const dialog = useDialog();
  const ask = (): void =>
    dialog.confirm({
      action: 'Delete function',
      typed: name,
      text: 'The function is deleted with its versions. Whoever calls it gets 404.',
      run: async () => {
        const params = { path: { project_id: project.id, name } };
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}/functions/{name}', { params }));
        go(projectAddress(project.id, 'functions'), { replace: true });
        await changed(project.id, 'functions');
      },
    });
  return (
    <>
      <Button variant="default" c="red" onClick={ask}>
        Delete function
      </Button>
      {dialog.element}
    </>
  );
}
