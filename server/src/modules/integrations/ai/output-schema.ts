import Schema from 'typebox/schema';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';

const BYTES_MAX = 64 * 1024;
const NODES_MAX = 5_000;
const DEPTH_MAX = 32;
/** Keywords whose checks cost more than linear time in the answer, which an attacker may control through the model. */
const REFUSED = [
  'pattern',
  'patternProperties',
  'uniqueItems',
  '$dynamicRef',
  '$recursiveRef',
  'unevaluatedProperties',
  'unevaluatedItems',
];

const TYPES: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
/** Keywords whose values are data and not schemas. */
const DATA = ['const', 'default', 'enum', 'examples'];

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A JSON schema that is cheap to check answers against. Throws `validation_failed`. */
export function requireOutputSchema(value: unknown): JsonSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw validationFailed({ json_schema: 'must be a JSON schema' });
  if (Buffer.byteLength(JSON.stringify(value)) > BYTES_MAX)
    throw validationFailed({ json_schema: `must have at most ${BYTES_MAX} bytes` });
  expand(value, { root: value, depth: 0, count: { nodes: 0 }, isData: false });
  return value as JsonSchema;
}

interface SchemaWalk {
  readonly root: object;
  readonly depth: number;
  readonly count: { nodes: number };
  readonly isData: boolean;
}

/** Follows references as a check would. A reference to itself never ends and is rejected for its size. */
function expand(node: unknown, { root, depth, count, isData }: SchemaWalk): void {
  if (typeof node !== 'object' || node === null) return;
  count.nodes += 1;
  if (count.nodes > NODES_MAX || depth > DEPTH_MAX)
    throw validationFailed({ json_schema: 'is too deep or too large, or refers to itself' });
  const inner = { root, depth: depth + 1, count, isData };
  if (Array.isArray(node)) {
    for (const each of node) expand(each, inner);
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    const isKeyword = !isPropertyMap(node, key);
    if (isKeyword && REFUSED.includes(key)) throw validationFailed({ json_schema: `must not use ${key}` });
    if (key === 'type' && !isData) requireType(value);
    if (key === '$ref') expand(resolve(root, value), inner);
    // Definitions count where a reference uses them.
    else if (key !== '$defs' && key !== 'definitions')
      expand(value, DATA.includes(key) ? { ...inner, isData: true } : inner);
  }
}

/** A check ignores unknown types, so every answer would match. An object here is the schema of a property `type`. */
function requireType(value: unknown): void {
  const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isSchema || typeof value === 'boolean') return;
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (types.length === 0 || !types.every((type) => TYPES.includes(type)))
    throw validationFailed({ json_schema: `must have the types ${TYPES.join(', ')}` });
}

/** Below `properties` the keys are names that the caller chose. */
function isPropertyMap(node: object, key: string): boolean {
  const value: unknown = Reflect.get(node, key);
  return REFUSED.includes(key) && typeof value === 'object' && value !== null && 'type' in value;
}

function resolve(root: object, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#'))
    throw validationFailed({ json_schema: 'may only refer to its own parts' });
  let at: unknown = root;
  for (const part of reference
    .slice(1)
    .split('/')
    .filter((each) => each !== '')) {
    at = Object(at) !== at ? undefined : Reflect.get(at as object, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  if (at === undefined) throw validationFailed({ json_schema: 'refers to something that does not exist' });
  return at;
}

/** Parses the answer and checks it against the schema. Throws `upstream_error`. */
export function requireFit(schema: JsonSchema, answer: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    throw new ServiceError('upstream_error', 'The answer of the AI provider is not the requested JSON.');
  }
  if (Schema.Check(schema, value)) return value;
  const [, errors] = Schema.Errors(schema, value);
  const [first] = errors;
  const where = first === undefined ? '' : `: ${first.instancePath || 'it'} ${first.message}`;
  throw new ServiceError('upstream_error', `The answer of the AI provider does not fit the schema${where}.`);
}
