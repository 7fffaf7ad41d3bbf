import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureAlert } from '../feedback/failure-alert.tsx';
import { notify } from '../feedback/notices.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { Fields } from './field.tsx';
import type { FieldSpec, FormValues } from './field-spec.ts';
import forms from './forms.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { type Form, useForm } from './use-form.ts';
import { isConflict, VersionConflict } from './version-conflict.tsx';

interface SettingsFormProps {
  readonly fields: readonly FieldSpec[];
  readonly initial: FormValues;
  readonly draft: string;
  /** Without the right to change nothing can be, and there are no buttons. */
  readonly isReadOnly?: boolean;
  /** `isForced`: without regard to what somebody else changed meanwhile. */
  readonly send: (values: FormValues, isForced: boolean) => Promise<unknown>;
  /** Asks for what is stored once more, after somebody else changed it. */
  readonly reload?: () => void;
  /** More than the fields, given what is entered. */
  readonly children?: (form: Form) => ReactNode;
  /** Beside the form, knowing what is entered. */
  readonly below?: (form: Form) => ReactNode;
}

/** Settings of one thing: nothing is sent before *Save changes*, and nothing typed is lost on the way. */
export function SettingsForm({
  fields,
  initial,
  draft,
  isReadOnly = false,
  send,
  reload,
  children,
  below,
}: SettingsFormProps) {
  const form = useForm({
    fields: isReadOnly ? fields.map((field) => ({ ...field, isReadOnly: true })) : fields,
    initial,
    draft,
    send: async (values, isForced) => {
      await send(values, isForced);
      notify('Changes saved.');
    },
  });
  useShortcut(
    isReadOnly
      ? undefined
      : { keys: 'mod+s', label: 'Save or deploy', whileTyping: true, run: () => void form.submit() },
  );
  return (
    <>
      <form
        noValidate
        className={forms.settings}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <div className={forms.fields}>
          <Fields form={form} />
          {children?.(form)}
        </div>
        {form.isRestored && (
          <p role="status" className="dim">
            Draft restored
          </p>
        )}
        {isConflict(form.failure) && reload !== undefined ? (
          <VersionConflict
            onKeep={() => void form.submit(true)}
            onTake={() => {
              form.reset();
              reload();
            }}
          />
        ) : (
          form.failure !== undefined && <FailureAlert error={form.failure} onRetry={() => void form.submit()} />
        )}
        {!isReadOnly && (
          <div className={forms.actions}>
            <Button type="submit" loading={form.isBusy} disabled={!form.isChanged}>
              Save changes
            </Button>
            <Button variant="default" disabled={!form.isChanged} onClick={form.reset}>
              Discard changes
            </Button>
          </div>
        )}
        <LeaveGuard isChanged={form.isChanged && !form.isBusy} onLeave={form.reset} />
      </form>
      {below?.(form)}
    </>
  );
}
