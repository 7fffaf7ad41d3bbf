import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { FieldSpec, FieldValue } from './field-spec.ts';
import { GrowingText } from './growing-text.tsx';
import { Picker } from './picker.tsx';
import { problemText } from './problem-text.ts';
import { SeveralChoices } from './several-choices.tsx';
import type { Form } from './use-form.ts';

interface FieldProps {
  readonly spec: FieldSpec;
  readonly value: FieldValue;
  readonly problem?: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}

export function Field({ spec, value, problem, onChange }: FieldProps) {
  const { label, hint, placeholder, isReadOnly, autoComplete = 'off', rows } = spec;
  const error = problemText(label, problem);
  const common = {
    label,
    name: spec.name,
    description: hint,
    error,
    ...(spec.isRequired === true && { 'aria-required': true }),
  };
  if (spec.kind === 'switch' || spec.kind === 'checkbox') {
    const Control = spec.kind === 'switch' ? Switch : Checkbox;
    return (
      <Control
        label={label}
        name={spec.name}
        description={hint}
        error={error}
        disabled={isReadOnly === true}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  const text = typeof value === 'string' ? value : '';
  if (spec.kind === 'select') {
    return (
      <NativeSelect
        {...common}
        value={text}
        disabled={isReadOnly === true}
        data={(spec.options ?? []).map((option) => ({ value: option.value, label: option.label ?? option.value }))}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (spec.kind === 'growing') {
    return <GrowingText {...common} value={text} readOnly={isReadOnly === true} onValue={onChange} />;
  }
  if (spec.kind === 'picker' && spec.source !== undefined) {
    return <Picker {...common} source={spec.source} value={text} onValue={onChange} isReadOnly={isReadOnly === true} />;
  }
  if (spec.kind === 'several') {
    return <SeveralChoices {...common} options={spec.options ?? []} value={text} onValue={onChange} />;
  }
  const typed = { ...common, value: text, placeholder, readOnly: isReadOnly === true, autoComplete };
  if (spec.kind === 'multiline' || spec.kind === 'code') {
    return (
      <Textarea
        {...typed}
        rows={rows ?? 4}
        spellCheck={spec.kind === 'multiline'}
        {...(spec.kind === 'code' && { styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return <TextInput {...typed} {...inputOf(spec.kind)} onChange={(event) => onChange(event.currentTarget.value)} />;
}

function inputOf(kind: FieldSpec['kind']) {
  if (kind === 'number') return { inputMode: 'numeric' as const };
  if (kind === 'datetime') return { type: 'datetime-local' };
  return { type: kind ?? 'text' };
}

export function Fields({ form }: { readonly form: Form }) {
  return form.fields
    .filter((spec) => spec.isShown?.(form.values) ?? true)
    .map((spec) => (
      <Field
        key={spec.name}
        spec={spec}
        value={form.values[spec.name] ?? ''}
        problem={form.problems[spec.name]}
        onChange={(value) => form.set(spec.name, value)}
      />
    ));
}
