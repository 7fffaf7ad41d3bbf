/**
 * Types of the project's tables and functions. Empty here: the generated `service-env.d.ts` fills it in, and it types
 * every hook and function of the packages. Without that file, rows are records with any columns.
 * @example
 * ```ts
 * import type {} from '@service/client';
 * declare module '@service/client' {
 *   interface Register {
 *     tables: {
 *       todos: {
 *         Row: { id: string; created_at: string; updated_at: string; owner_id: string | null; title: string };
 *         Insert: { title: string };
 *         Update: { title?: string };
 *       };
 *     };
 *     functions: { greet: { payload: { name: string }; result: { greeting: string } } };
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it, which only an interface allows.
export interface Register {}

// biome-ignore lint/suspicious/noExplicitAny: columns are not known without the generated file, and a row must be of use without a cast.
export type AnyRow = Record<string, any>;

/** The columns of every table. */
export interface RowFields {
  id: string;
  created_at: string;
  updated_at: string;
  owner_id: string | null;
}

interface AnyTable {
  Row: AnyRow & RowFields;
  Insert: AnyRow;
  Update: AnyRow;
}

type Tables = Register extends { tables: infer T } ? T : Record<string, AnyTable>;
type Functions = Register extends { functions: infer F } ? F : Record<string, { payload: unknown; result: unknown }>;

/**
 * The payload and result types of a function, taken from its source: `export default async (ctx: Context<In>):
 * Promise<Out>`. The generated file uses it for the functions in the app's folder.
 * @example
 * ```ts
 * import type { FunctionTypes } from '@service/client';
 * type Greet = FunctionTypes<{ default: (ctx: { payload: { name: string } }) => Promise<string> }>;
 * const payload: Greet['payload'] = { name: 'Ada' };
 * ```
 */
export type FunctionTypes<M> = M extends { readonly default: (ctx: infer C) => infer R }
  ? { payload: C extends { readonly payload: infer P } ? P : unknown; result: AsJson<Awaited<R>> }
  : { payload: unknown; result: unknown };

/** A value as it arrives after it was sent as JSON: a `Date` is a text. */
type AsJson<V> = unknown extends V
  ? V
  : V extends { toJSON(): infer J }
    ? J
    : V extends object
      ? { [K in keyof V]: AsJson<V[K]> }
      : V;

// Written in full, because the compiler then lists the names in its errors instead of this type's own name.
export type TableName = Register extends { tables: infer T } ? keyof T & string : string;
export type Row<T extends TableName> = Tables[T] extends { Row: infer R } ? R : never;
export type Insert<T extends TableName> = Tables[T] extends { Insert: infer I } ? I : never;
export type Update<T extends TableName> = Tables[T] extends { Update: infer U } ? U : never;
/** The types of the table's columns by name, if the generated file declares them. */
export type Kinds<T extends TableName> = Tables[T] extends { Kinds: infer K } ? K : unknown;
/** The type of the option `search`. For a table without a searchable column the compiler's message is this sentence. */
export type SearchText<T extends TableName> = Tables[T] extends { Searchable: false }
  ? 'No column of this table is searchable.'
  : string;

export type FunctionName = Register extends { functions: infer F } ? keyof F & string : string;
export type Payload<N extends FunctionName> = Functions[N] extends { payload: infer P } ? P : unknown;
export type Result<N extends FunctionName> = Functions[N] extends { result: infer R } ? R : unknown;
