export type FieldValue = string | boolean;
export type FormValues = Readonly<Record<string, FieldValue>>;

export interface Option {
  readonly value: string;
  readonly label?: string;
}

/** One field of a form. `name` is the API's, so that its problems are found. */
export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly kind?:
    | 'text'
    | 'email'
    | 'password'
    | 'number'
    | 'multiline'
    | 'code'
    | 'select'
    | 'switch'
    | 'checkbox'
    | 'datetime'
    | 'date';
  readonly options?: readonly Option[];
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly autoComplete?: string;
  readonly rows?: number;
  /** Never kept as a draft. Passwords are secret by themselves. */
  readonly isSecret?: boolean;
  /** Whether the field is there, given the others. */
  readonly isShown?: (values: FormValues) => boolean;
}

/** Words as options that show themselves. */
export function optionsOf(values: readonly string[]): readonly Option[] {
  return values.map((value) => ({ value }));
}

export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** The text, or undefined where nothing was entered. */
export function optionalText(values: FormValues, name: string): string | undefined {
  return textOf(values, name).trim() === '' ? undefined : textOf(values, name);
}

export function isOn(values: FormValues, name: string): boolean {
  return values[name] === true;
}
