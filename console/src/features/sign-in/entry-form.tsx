import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { Fields } from '../../shared/forms/field.tsx';
import type { FieldSpec, FormValues } from '../../shared/forms/field-spec.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useProblemFocus } from '../../shared/forms/use-problem-focus.ts';
import { Page } from '../../shared/page/page.tsx';
import classes from './sign-in.module.css';

interface EntryFormProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly submit: string;
  readonly fields: readonly FieldSpec[];
  readonly send: (values: FormValues) => Promise<unknown>;
  readonly below?: ReactNode;
  readonly instead?: ReactNode;
}

export function EntryForm({ title, text, submit, fields, send, below, instead }: EntryFormProps) {
  const form = useForm({ fields, initial: {}, send });
  const element = useProblemFocus(form.isBusy);
  useEffect(() => element.current?.querySelector('input')?.focus(), [element]);
  return (
    <Page title={title}>
      {text !== undefined && <p className="dim">{text}</p>}
      <form
        ref={element}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <Fields form={form} />
        {form.failure !== undefined && <FailureAlert error={form.failure} />}
        <Button type="submit" loading={form.isBusy}>
          {submit}
        </Button>
        {instead}
        {below !== undefined && <div className={classes.below}>{below}</div>}
      </form>
    </Page>
  );
}
