import type { Project } from '../../../callers/index.ts';
import { type Table, visibleColumns } from '../../../database/schema/index.ts';
import { describe, type Json, operationOf, type Route } from '../../../http/index.ts';
import type { Catalogue } from '../catalogue.ts';
import { rowSchemas } from './row-schemas.ts';

const PROJECT = '/api/baas/:project_id';
const TABLE = `${PROJECT}/data/:table`;

export interface DescribedProject {
  readonly project: Project;
  readonly catalogue: Catalogue;
  /** Includes hidden columns, and makes every column writable. */
  readonly isSecret: boolean;
}

/** Lists the row routes once per table, except routes whose answer depends on the body or is a stream. */
export function describeProject(routes: readonly Route[], { project, catalogue, isSecret }: DescribedProject): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  const own = routes.filter((route) => route.who === 'caller').map((route) => atProject(route, project));
  const ofTables = own.filter(({ path }) => isOfTable(path));
  for (const table of catalogue.tables.values()) {
    Object.assign(schemas, rowSchemas(table, isSecret));
    for (const route of ofTables) {
      const path = route.path.replace(':table', table.name);
      const shownPath = path.replaceAll(/:([a-z_]+)/g, '{$1}');
      const operation = operationOn(table, { ...route, path }, isSecret);
      paths[shownPath] = { ...paths[shownPath], [route.method.toLowerCase()]: operation };
    }
  }
  const general = own.filter(({ path }) => !isOfTable(path));
  return describe(general, { title: project.name, version: String(catalogue.version) }, { schemas, paths });
}

function atProject(route: Route, project: Project): Route {
  return { ...route, path: route.path.replace(':project_id', project.id) };
}

function isOfTable(path: string): boolean {
  return path.includes(TABLE.slice(PROJECT.length));
}

function operationOn(table: Table, route: Route, isSecret: boolean): Json {
  const operation = operationOf(route);
  const body = BODIES[route.id]?.(table);
  const answer = ANSWERS[route.id]?.(table);
  const parameters = operation['parameters'] as readonly Json[] | undefined;
  const responses = operation['responses'] as Record<string, Json>;
  return {
    ...operation,
    operationId: `${route.id}_${table.name}`,
    tags: [table.name],
    ...(parameters && { parameters: parametersOn(table, parameters, isSecret) }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    ...(answer && {
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          status === 'default' ? response : { ...response, content: { 'application/json': { schema: answer } } },
        ]),
      ),
    }),
  };
}

function parametersOn(table: Table, parameters: readonly Json[], isSecret: boolean): readonly Json[] {
  const isSearchable = table.search?.columns.some(({ column }) => isSecret || !column.hidden) === true;
  return parameters
    .filter(({ name }) => isSearchable || name !== 'search')
    .map((parameter) => parameterOn(table, parameter, isSecret));
}

function parameterOn(table: Table, parameter: Json, isSecret: boolean): Json {
  if (parameter['name'] !== 'on_conflict') return parameter;
  return {
    ...parameter,
    description: `${String(parameter['description'])} One of: ${uniqueKeys(table, isSecret).join('; ')}.`,
  };
}

function uniqueKeys(table: Table, isSecret: boolean): readonly string[] {
  const visible = visibleColumns(table, isSecret);
  const single = visible.filter(({ unique }) => unique).map(({ name }) => name);
  const several = table.indexes
    .filter(({ declared, unique, columns }) => declared && unique && columns.every((one) => visible.includes(one)))
    .map(({ columns }) => columns.map(({ name }) => name).join(','));
  return [...single, ...several];
}

type SchemaOf = (table: Table) => Json;

const ref = (table: Table, kind: 'row' | 'part' | 'insert' | 'update'): Json => ({
  $ref: `#/components/schemas/${table.name}_${kind}`,
});
const listOf = (items: Json, limits: Json = {}): Json => ({ type: 'array', items, ...limits });
const answerOf = (data: Json, required: readonly string[] = ['data', 'count']): Json => ({
  type: 'object',
  properties: { data, count: { type: 'integer', minimum: 0 } },
  required,
  additionalProperties: false,
});
const shown: SchemaOf = (table) => ({ anyOf: [ref(table, 'row'), ref(table, 'part')] });
/** A caller who may write but not read gets only the number. */
const COUNTED: Json = {
  type: 'object',
  properties: { count: { type: 'integer', minimum: 0 } },
  required: ['count'],
  additionalProperties: false,
};

const BODIES: Readonly<Record<string, SchemaOf>> = {
  insertRows: (table) => {
    const row = ref(table, 'insert');
    return { anyOf: [row, listOf(row, { minItems: 1, maxItems: 100 })] };
  },
  updateRows: (table) => ref(table, 'update'),
  updateRow: (table) => ref(table, 'update'),
};

const ANSWERS: Readonly<Record<string, SchemaOf>> = {
  listRows: (table) => answerOf(listOf(shown(table)), ['data']),
  getRow: (table) => answerOf(shown(table)),
  insertRows: (table) => {
    const row = ref(table, 'row');
    return { anyOf: [answerOf(row), answerOf(listOf(row)), COUNTED] };
  },
  updateRows: (table) => ({ anyOf: [answerOf(listOf(ref(table, 'row'))), COUNTED] }),
  deleteRows: (table) => ({ anyOf: [answerOf(listOf(ref(table, 'row'))), COUNTED] }),
  updateRow: (table) => ({ anyOf: [answerOf(ref(table, 'row')), COUNTED] }),
  deleteRow: (table) => ({ anyOf: [answerOf(ref(table, 'row')), COUNTED] }),
};
