import type { Functions } from '../functions/index.ts';
import type { Tables } from '../tables/index.ts';

export interface SchemaContext {
  readonly tables: Pick<Tables, 'schema'>;
  readonly functions: Pick<Functions, 'schema' | 'app'>;
}
