import type { PickerSource } from './picker-source.ts';

export type FieldValue = string | boolean;
export type FormValues = Readonly<Record<string, FieldValue>>;

export interface Option {
  readonly value: string;
  readonly label?: string;
}

/** A field of a form. `name` is the API's name, by which problems are assigned. */
export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly kind?:
    | 'text'
    | 'email'
    | 'password'
    | 'number'
    | 'multiline'
    | 'growing'
    | 'code'
    | 'select'
    /** Several of the options; the value is their values, a line each. */
    | 'several'
    /** One of the choices of `source`; the value is its id. */
    | 'picker'
    | 'switch'
    | 'checkbox'
    | 'datetime'
    | 'date';
  readonly options?: readonly Option[];
  readonly source?: PickerSource;
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly autoComplete?: string;
  readonly rows?: number;
  /** Never stored as a draft. Password fields are always secret. */
  readonly isSecret?: boolean;
  readonly isShown?: (values: FormValues) => boolean;
}

export function optionsOf(values: readonly string[]): readonly Option[] {
  return values.map((value) => ({ value }));
}

export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

export function optionalText(values: FormValues, name: string): string | undefined {
  return textOf(values, name).trim() === '' ? undefined : textOf(values, name);
}

export function isOn(values: FormValues, name: string): boolean {
  return values[name] === true;
}
