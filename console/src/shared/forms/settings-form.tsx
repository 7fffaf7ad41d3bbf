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

interface SettingsFormProps {
  readonly fields: readonly FieldSpec[];
  readonly initial: FormValues;
  readonly draft: string;
  /** Without the right to change nothing can be, and there are no buttons. */
  readonly isReadOnly?: boolean;
  readonly send: (values: FormValues) => Promise<unknown>;
  /** More than the fields, given what is entered. */
  readonly children?: (form: Form) => ReactNode;
}

/** Settings of one thing: nothing is sent before *Save changes*, and nothing typed is lost on the way. */
export function SettingsForm({ fields, initial, draft, isReadOnly = false, send, children }: SettingsFormProps) {
  const form = useForm({
    fields: isReadOnly ? fields.map((field) => ({ ...field, isReadOnly: true })) : fields,
    initial,
    draft,
    send: async (values) => {
      await send(values);
      notify('Changes saved.');
    },
  });
  useShortcut(
    isReadOnly
      ? undefined
      : { keys: 'mod+s', label: 'Save or deploy', whileTyping: true, run: () => void form.submit() },
  );
  return (
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
      {form.failure !== undefined && <FailureAlert error={form.failure} />}
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
  );
}
