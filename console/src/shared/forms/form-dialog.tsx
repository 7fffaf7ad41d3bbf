import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import classes from '../dialogs/dialogs.module.css';
import { FailureAlert } from '../feedback/failure-alert.tsx';
import { DraftRestored } from './draft-restored.tsx';
import { Fields } from './field.tsx';
import type { FieldSpec, FormValues } from './field-spec.ts';
import forms from './forms.module.css';
import { type Form, useForm } from './use-form.ts';
import { useProblemFocus } from './use-problem-focus.ts';

interface FormDialogProps {
  readonly title: string;
  /** Label of the submit button: by default `Create x` for a dialog titled *New x*, else the title. */
  readonly submit?: string;
  readonly fields: readonly FieldSpec[];
  readonly initial?: FormValues;
  readonly draft?: string;
  readonly text?: ReactNode;
  readonly intro?: ReactNode;
  readonly children?: ReactNode | ((form: Form) => ReactNode);
  /** Resolves to false if another step follows; the dialog then stays open. */
  readonly send: (values: FormValues) => Promise<unknown>;
  readonly onClose: () => void;
}

export function FormDialog({
  title,
  submit,
  fields,
  initial = {},
  draft,
  text,
  intro,
  children,
  send,
  onClose,
}: FormDialogProps) {
  const form = useForm({
    fields,
    initial,
    draft: draft ?? `${location.pathname}#${title}`,
    send: async (values) => {
      if ((await send(values)) !== false) onClose();
    },
  });
  const element = useProblemFocus(form.isBusy);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void form.submit();
        }}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return;
          event.preventDefault();
          void form.submit();
        }}
      >
        {text !== undefined && <p>{text}</p>}
        {intro}
        <div className={forms.fields}>
          <Fields form={form} />
          {typeof children === 'function' ? children(form) : children}
        </div>
        {form.isRestored && <DraftRestored />}
        {form.failure !== undefined && <FailureAlert error={form.failure} onRetry={() => void form.submit()} />}
        <div className={classes.actions}>
          <Button
            variant="default"
            onClick={() => {
              form.reset();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {submit ?? submitOf(title)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function isSubmitKey({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && (key === 'Enter' || key.toLowerCase() === 's');
}

function submitOf(title: string): string {
  return title.replace(/^New /, 'Create ');
}
