import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConflictDialog, type Difference, isConflict } from '../dialogs/conflict-dialog.tsx';
import { FailureAlert } from '../feedback/failure-alert.tsx';
import { notify } from '../feedback/notices.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { DraftRestored } from './draft-restored.tsx';
import { Fields } from './field.tsx';
import type { FieldSpec, FieldValue, FormValues } from './field-spec.ts';
import forms from './forms.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { type Form, useForm } from './use-form.ts';
import { useProblemFocus } from './use-problem-focus.ts';

interface SettingsFormProps {
  readonly fields: readonly FieldSpec[];
  readonly initial: FormValues;
  readonly draft: string;
  readonly isReadOnly?: boolean;
  /** Version of `initial`, so that another user's change is not overwritten unnoticed. */
  readonly version?: string | undefined;
  readonly send: (values: FormValues, version: string | undefined) => Promise<unknown>;
  readonly reload?: () => void;
  readonly labels?: Readonly<Record<string, string>>;
  readonly children?: (form: Form) => ReactNode;
  readonly below?: (form: Form) => ReactNode;
}

export function SettingsForm({
  fields,
  initial,
  draft,
  isReadOnly = false,
  version,
  send,
  reload,
  labels = {},
  children,
  below,
}: SettingsFormProps) {
  const form = useForm({
    fields: isReadOnly ? fields.map((field) => ({ ...field, isReadOnly: true })) : fields,
    initial,
    version,
    draft,
    send: async (values, seen) => {
      try {
        await send(values, seen);
        notify('Changes saved.');
      } catch (error) {
        if (isConflict(error)) reload?.();
        throw error;
      }
    },
  });
  const element = useProblemFocus(form.isBusy);
  useShortcut(
    isReadOnly
      ? undefined
      : { keys: 'mod+s', label: 'Save or deploy', whileTyping: true, run: () => void form.submit() },
  );
  return (
    <>
      <form
        ref={element}
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
        {form.isRestored && <DraftRestored />}
        {isConflict(form.failure) && reload !== undefined ? (
          <ConflictDialog
            text="This was changed after you began. Keep yours over it, or take theirs and give up what you changed?"
            differences={form.version === version ? undefined : differencesOf(form, initial, labels)}
            onKeep={() => void form.submit(version)}
            onTake={form.reset}
            onClose={form.dismissFailure}
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

function differencesOf(
  { fields, changes }: Form,
  stored: FormValues,
  labels: Readonly<Record<string, string>>,
): readonly Difference[] {
  return Object.entries(changes).map(([name, mine]) => {
    const label = fields.find((field) => field.name === name)?.label ?? labels[name] ?? name;
    return { name: label, mine: wordOf(mine), theirs: wordOf(stored[name] ?? '') };
  });
}

function wordOf(value: FieldValue): string {
  return typeof value === 'string' ? value : value ? 'on' : 'off';
}
