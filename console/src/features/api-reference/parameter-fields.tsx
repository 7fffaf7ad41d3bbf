import { Field } from '../../shared/forms/field.tsx';
import type { FieldSpec } from '../../shared/forms/field-spec.ts';
import { FileField } from '../../shared/forms/file-field.tsx';
import { PlainText } from '../../shared/text/plain-text.tsx';
import { bodyTypeOf, type EnteredValues, FORM, keyOf } from './api-call.ts';
import type { Operation, Parameter, Schema } from './description.ts';
import { noteOf, type Schemas, schemaText } from './schema-text.ts';

interface ParameterFieldsProps {
  readonly operation: Operation;
  readonly schemas: Schemas;
  readonly entered: EnteredValues;
  readonly missing: readonly string[];
  readonly onEnter: (key: string, value: string) => void;
  readonly onFile: (file: File | undefined) => void;
}

export function ParameterFields(props: ParameterFieldsProps) {
  const { operation, schemas, entered, missing, onEnter } = props;
  const parameters = operation.parameters ?? [];
  const type = bodyTypeOf(operation);
  return (
    <>
      {parameters.map((parameter) => (
        <Field
          key={keyOf(parameter)}
          spec={specOf(parameter, schemas)}
          value={entered[keyOf(parameter)] ?? ''}
          problem={missing.includes(parameter.name) ? 'is required' : undefined}
          onChange={(value) => onEnter(keyOf(parameter), String(value))}
        />
      ))}
      {type === FORM && <FormFields {...props} />}
      {type !== undefined && type !== FORM && <BodyField {...props} />}
      {parameters.length === 0 && type === undefined && <p className="dim">It takes no parameters.</p>}
    </>
  );
}

function BodyField({ operation, schemas, entered, onEnter }: ParameterFieldsProps) {
  const content = Object.values(operation.requestBody?.content ?? {})[0];
  return (
    <>
      <Field
        spec={{ name: 'body', label: 'Body', kind: 'code', rows: 8, hint: bodyTypeOf(operation) }}
        value={entered['body'] ?? ''}
        onChange={(value) => onEnter('body', String(value))}
      />
      {content?.schema !== undefined && (
        <details>
          <summary>What the body may hold</summary>
          <PlainText text={schemaText(content.schema, schemas)} />
        </details>
      )}
    </>
  );
}

function FormFields({ operation, schemas, entered, onEnter, onFile }: ParameterFieldsProps) {
  const properties = operation.requestBody?.content[FORM]?.schema?.properties ?? {};
  return Object.entries(properties).map(([name, schema]) => {
    if (name === 'file') return <FileField key={name} label="file" onChange={onFile} />;
    const key = `form.${name}`;
    return (
      <Field
        key={key}
        spec={fieldOf(name, schema, schemas)}
        value={entered[key] ?? ''}
        onChange={(value) => onEnter(key, String(value))}
      />
    );
  });
}

function specOf({ name, in: place, required, description, schema }: Parameter, schemas: Schemas): FieldSpec {
  const field = fieldOf(name, { ...schema, ...(description !== undefined && { description }) }, schemas);
  const where = `in the ${place}${required === true ? ', required' : ''}`;
  return {
    ...field,
    hint: [where, field.hint].filter(Boolean).join(' · '),
    ...(required === true && { isRequired: true }),
  };
}

function fieldOf(name: string, schema: Schema, schemas: Schemas): FieldSpec {
  const choices = choicesOf(schema);
  const type = choices === undefined ? schemaText(schema, schemas) : undefined;
  const note = noteOf(schema);
  const example = schema.examples?.[0];
  return {
    name,
    label: name,
    hint: [type, note].filter(Boolean).join(' · '),
    ...(typeof example === 'string' && { placeholder: example }),
    ...(choices !== undefined && {
      kind: 'select' as const,
      options: [{ value: '', label: '–' }, ...choices.map((value) => ({ value }))],
    }),
  };
}

function choicesOf({ enum: choices, const: only, type }: Schema): readonly string[] | undefined {
  if (choices !== undefined) return choices.map(String);
  if (only !== undefined) return [String(only)];
  return type === 'boolean' ? ['true', 'false'] : undefined;
}
