import { useEffect, useRef, useState } from 'react';
import { ApiFailure, type FieldProblems } from '../api/api-failure.ts';
import { dropDraft, keepDraft, readDraft, withoutSecrets } from './drafts.ts';
import type { FieldSpec, FieldValue, FormValues } from './field-spec.ts';

export interface Form {
  readonly fields: readonly FieldSpec[];
  readonly values: FormValues;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly isRestored: boolean;
  /** What is wrong with single fields. */
  readonly problems: FieldProblems;
  /** A failure that no field shows. */
  readonly failure: unknown;
  set(name: string, value: FieldValue): void;
  setAll(values: FormValues): void;
  reset(): void;
  submit(isForced?: boolean): Promise<void>;
}

interface FormOptions {
  readonly fields: readonly FieldSpec[];
  readonly initial: FormValues;
  /** Under which what is typed survives a reload; without it nothing is kept. */
  readonly draft?: string | undefined;
  /** `isForced`: over what somebody else changed meanwhile, because the person said so. */
  readonly send: (values: FormValues, isForced: boolean) => Promise<unknown>;
}

/** The state of a form from the first key to the answer. */
export function useForm({ fields, initial, draft, send }: FormOptions): Form {
  const [changes, setChanges] = useState<FormValues>(
    () => ((draft === undefined ? undefined : readDraft(draft)) ?? {}) as FormValues,
  );
  const [isRestored, setIsRestored] = useState(() => Object.keys(changes).length > 0);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  const start = { ...firstOptions(fields), ...initial };
  const values = { ...start, ...changes };
  const isChanged = Object.entries(changes).some(([name, value]) => (start[name] ?? '') !== value);

  const setAll = (entered: FormValues): void => {
    const next = { ...changes, ...entered };
    setChanges(next);
    if (draft !== undefined) keepDraft(draft, withoutSecrets(next, fields));
  };
  const reset = (): void => {
    setChanges({});
    setIsRestored(false);
    setError(undefined);
    if (draft !== undefined) dropDraft(draft);
  };

  return {
    fields,
    values,
    isChanged,
    isBusy,
    isRestored,
    ...readError(error, fields),
    set: (name, value) => setAll({ [name]: value }),
    setAll,
    reset,
    async submit(isForced = false) {
      if (isBusy) return;
      setIsBusy(true);
      setError(undefined);
      try {
        await send(values, isForced);
        if (isThere.current) reset();
        else if (draft !== undefined) dropDraft(draft);
      } catch (thrown) {
        setError(thrown);
      } finally {
        setIsBusy(false);
      }
    },
  };
}

/** A browser shows the first option of a select that has no value, so that is its value. */
function firstOptions(fields: readonly FieldSpec[]): FormValues {
  const selects = fields.filter(({ kind }) => kind === 'select');
  return Object.fromEntries(selects.map(({ name, options }) => [name, options?.[0]?.value ?? '']));
}

/** A problem belongs to the field of its name, or to that of its last part: `columns.0.name` is no field of a form. */
function readError(error: unknown, fields: readonly FieldSpec[]): Pick<Form, 'problems' | 'failure'> {
  if (!(error instanceof ApiFailure)) return { problems: {}, failure: error };
  const names = new Set(fields.map(({ name }) => name));
  const found = Object.entries(error.fields).filter(([name]) => names.has(name));
  const isAllShown = found.length > 0 && found.length === Object.keys(error.fields).length;
  return { problems: Object.fromEntries(found), failure: isAllShown ? undefined : error };
}
