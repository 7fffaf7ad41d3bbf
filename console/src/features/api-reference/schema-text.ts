import type { Description, Schema } from './description.ts';

const DEPTH_MAX = 6;

export type Schemas = Readonly<Record<string, Schema>>;

export function schemasOf({ components }: Description): Schemas {
  return components?.schemas ?? {};
}

export function schemaText(schema: Schema, schemas: Schemas, depth = 0): string {
  const known = resolve(schema, schemas);
  if (depth > DEPTH_MAX) return '…';
  const choices = known.anyOf ?? known.oneOf;
  if (choices !== undefined) {
    return [...new Set(choices.map((choice) => schemaText(choice, schemas, depth)))].join(' | ');
  }
  if (known.const !== undefined) return JSON.stringify(known.const);
  if (known.enum !== undefined) return known.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = typeof known.type === 'string' ? [known.type] : (known.type ?? []);
  if (types.length === 0) return known.properties === undefined ? 'unknown' : objectText(known, schemas, depth);
  return types.map((type) => typeText(type, known, { schemas, depth })).join(' | ');
}

interface Place {
  readonly schemas: Schemas;
  readonly depth: number;
}

function typeText(type: string, schema: Schema, { schemas, depth }: Place): string {
  if (type === 'object') return objectText(schema, schemas, depth);
  if (type === 'integer') return 'number';
  if (type !== 'array') return type;
  const item = schemaText(schema.items ?? {}, schemas, depth);
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function objectText({ properties, patternProperties, required }: Schema, schemas: Schemas, depth: number): string {
  const entries = Object.entries(properties ?? {});
  if (entries.length === 0) {
    const values = Object.values(patternProperties ?? {})[0];
    return values === undefined ? '{}' : `{ [name: string]: ${schemaText(values, schemas, depth + 1)} }`;
  }
  const indent = '  '.repeat(depth + 1);
  const lines = entries.map(([name, value]) => {
    const mark = required?.includes(name) === true ? '' : '?';
    const note = noteOf(resolve(value, schemas));
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${indent}${key}${mark}: ${schemaText(value, schemas, depth + 1)};${note === '' ? '' : ` // ${note}`}`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

export function noteOf({ format, minimum, maximum, maxLength, default: usual, description }: Schema): string {
  const parts = [
    format,
    minimum === undefined ? undefined : `from ${minimum}`,
    maximum === undefined ? undefined : `to ${maximum}`,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    usual === undefined ? undefined : `${JSON.stringify(usual)} when not said`,
    description,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

export function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const known = resolve(schema, schemas);
  const choice = (known.anyOf ?? known.oneOf)?.[0];
  if (known.examples?.[0] !== undefined) return known.examples[0];
  if (known.default !== undefined) return known.default;
  if (known.const !== undefined) return known.const;
  if (known.enum !== undefined) return known.enum[0];
  if (choice !== undefined) return exampleOf(choice, schemas, depth);
  const type = typeof known.type === 'string' ? known.type : known.type?.[0];
  if (type === 'object' || known.properties !== undefined) return exampleObject(known, schemas, depth);
  if (type === 'array') return depth > DEPTH_MAX ? [] : [exampleOf(known.items ?? {}, schemas, depth + 1)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return known.minimum ?? 1;
  return type === 'string' ? exampleString(known) : null;
}

function exampleObject({ properties = {}, required = [] }: Schema, schemas: Schemas, depth: number): object {
  if (depth > DEPTH_MAX) return {};
  const sent = Object.keys(properties).filter((name) => !MADE_BY_SERVICE.has(name));
  const names = required.length > 0 ? sent.filter((name) => required.includes(name)) : sent;
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, depth + 1)]));
}

const MADE_BY_SERVICE = new Set(['id', 'created_at', 'updated_at', 'owner_id']);

function exampleString({ format }: Schema): string {
  if (format === 'date') return '2030-01-31';
  if (format === 'date-time') return '2030-01-31T12:00:00.000Z';
  if (format === 'email') return 'ann@example.com';
  if (format === 'uuid') return '018f0000-0000-7000-8000-000000000000';
  return format === 'uri' ? 'https://example.com/' : 'text';
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  return name === undefined ? schema : (schemas[decodeURIComponent(name)] ?? {});
}
