import type { Compilable } from 'kysely';
import type { PlainStep } from './database.ts';
import { statementOf } from './kysely.ts';
import type { Statement, Value } from './statement.ts';

class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Compiles the text once, so `write` gets placeholders instead of values and must not read them. */
export function prepareStatement<Values extends Readonly<Record<string, Value>>>(
  write: (places: Values) => Compilable,
): (values: Values) => Statement {
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values;
  let written: { readonly text: string; readonly bound: readonly unknown[] } | undefined;
  return (values) => {
    if (written === undefined) {
      const { text, values: bound } = statementOf(write(places));
      written = { text, bound };
    }
    const { text, bound } = written;
    return { text, values: bound.map((each) => (each instanceof Place ? valueAt(values, each) : (each as Value))) };
  };
}

export function prepareStep<Values extends Readonly<Record<string, Value>>>(
  write: (places: Values) => Compilable,
): (values: Values) => PlainStep {
  const statement = prepareStatement(write);
  return (values) => ({ kind: 'plain', statement: statement(values) });
}

function valueAt(values: Readonly<Record<string, Value>>, { name }: Place): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`The statement has no value for ${name}.`);
  return value;
}
