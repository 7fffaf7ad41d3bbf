import { useEffect, useRef, useState } from 'react';
import { ApiFailure, type FieldProblems } from '../api/api-failure.ts';
import { dropDraft, keepDraft, readDraft, withoutSecrets } from './drafts.ts';
import type { FieldSpec, FieldValue, FormValues } from './field-spec.ts';

export interface Form {
  readonly fields: readonly FieldSpec[];
  readonly values: FormValues;
  readonly changes: FormValues;
  readonly isChanged: boolean;
  /** The stored version at the time of the first change. */
  readonly version: string | undefined;
  readonly isBusy: boolean;
  readonly isRestored: boolean;
  readonly problems: FieldProblems;
  readonly failure: unknown;
  set(name: string, value: FieldValue): void;
  setAll(values: FormValues): void;
  reset(): void;
  /** Pass `version` if the user has seen a newer one than the version that the changes started from. */
  submit(version?: string): Promise<void>;
  dismissFailure(): void;
}

interface FormOptions {
  readonly fields: readonly FieldSpec[];
  readonly initial: FormValues;
  readonly version?: string | undefined;
  /** Storage key under which input survives a reload; without it nothing is stored. */
  readonly draft?: string | undefined;
  readonly send: (values: FormValues, version: string | undefined) => Promise<unknown>;
}

/** Edited values, and the version that the edit started from: `initial` may change while the user edits. */
interface FormDraft {
  readonly values: FormValues;
  readonly version?: string | undefined;
}

const NOTHING: FormDraft = { values: {} };

export function useForm({ fields, initial, version, draft, send }: FormOptions): Form {
  const [work, setWork] = useState<FormDraft>(() => readWork(draft));
  const [isRestored, setIsRestored] = useState(() => Object.keys(work.values).length > 0);
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
  const values = { ...start, ...work.values };
  const changes = Object.fromEntries(
    Object.entries(work.values).filter(([name, value]) => (start[name] ?? '') !== value),
  );
  const isChanged = Object.keys(changes).length > 0;
  const seen = isChanged ? work.version : version;

  const setAll = (entered: FormValues): void => {
    const next = { values: { ...work.values, ...entered }, version: seen };
    setWork(next);
    if (draft !== undefined) keepDraft(draft, { ...next, values: withoutSecrets(next.values, fields) });
  };
  const reset = (): void => {
    setWork(NOTHING);
    setIsRestored(false);
    setError(undefined);
    if (draft !== undefined) dropDraft(draft);
  };

  return {
    fields,
    values,
    changes,
    isChanged,
    version: seen,
    isBusy,
    isRestored,
    ...readError(error, fields),
    set: (name, value) => setAll({ [name]: value }),
    setAll,
    reset,
    dismissFailure: () => setError(undefined),
    async submit(newer = seen) {
      if (isBusy) return;
      setIsBusy(true);
      setError(undefined);
      try {
        await send(values, newer);
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

function readWork(draft: string | undefined): FormDraft {
  const kept = (draft === undefined ? undefined : readDraft(draft)) as Partial<FormDraft> | undefined;
  return kept?.values === undefined ? NOTHING : { ...kept, values: kept.values };
}

/** A browser shows the first option of a select without a value, so that option is its value. */
function firstOptions(fields: readonly FieldSpec[]): FormValues {
  const selects = fields.filter(({ kind }) => kind === 'select');
  return Object.fromEntries(selects.map(({ name, options }) => [name, options?.[0]?.value ?? '']));
}

/** Shows the failure itself too if a problem has no field, such as `columns.0.name`. */
function readError(error: unknown, fields: readonly FieldSpec[]): Pick<Form, 'problems' | 'failure'> {
  if (!(error instanceof ApiFailure)) return { problems: {}, failure: error };
  const names = new Set(fields.map(({ name }) => name));
  const found = Object.entries(error.fields).filter(([name]) => names.has(name));
  const isAllShown = found.length > 0 && found.length === Object.keys(error.fields).length;
  return { problems: Object.fromEntries(found), failure: isAllShown ? undefined : error };
}
