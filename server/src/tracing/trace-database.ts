import { type Attributes, SpanKind, type Tracer } from '@opentelemetry/api';
import type { Database, Step } from '../database/index.ts';
import { inSpan, recordFailure } from './in-span.ts';

/** Never shows values (https://opentelemetry.io/docs/specs/semconv/database/database-spans/). */
export function traceDatabase(tracer: Tracer, database: Database): Database {
  const spanOf = (store: string, operation: string, text?: string) => {
    const attributes: Attributes = { 'db.namespace': store, 'db.operation.name': operation };
    if (text !== undefined) attributes['db.query.text'] = text;
    return { name: `database ${operation}`, attributes };
  };
  return {
    dialect: database.dialect,
    query: (store, statement) =>
      inSpan(tracer, spanOf(store, 'query', statement.text), () => database.query(store, statement)),
    list: (store, read, schemaVersion) =>
      inSpan(tracer, spanOf(store, 'list', read.rows.text), () => database.list(store, read, schemaVersion)),
    async *pages(store, read) {
      const { name, attributes } = spanOf(store, 'export', read.whole.text);
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
      try {
        yield* database.pages(store, read);
      } catch (error) {
        recordFailure(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    write: (store, steps, options) =>
      inSpan(tracer, spanOf(store, 'write', textOf(steps)), () => database.write(store, steps, options)),
    bulkRows: (store) => database.bulkRows(store),
    snapshot: (store) => inSpan(tracer, spanOf(store, 'snapshot'), () => database.snapshot(store)),
    load: (store, steps) => inSpan(tracer, spanOf(store, 'load'), () => database.load(store, steps)),
    indexBuilder: database.indexBuilder,
    setSchemaVersion: (store, version) => database.setSchemaVersion(store, version),
    drop: (store) => inSpan(tracer, spanOf(store, 'drop'), () => database.drop(store)),
    stores: (having) => database.stores(having),
    pools: () => database.pools(),
    ping: () => database.ping(),
    close: () => database.close(),
  };
}

function textOf([first]: readonly Step[]): string | undefined {
  if (first?.kind === 'plain') return first.statement.text;
  return first?.kind === 'rows' ? first.statements[0]?.text : undefined;
}
