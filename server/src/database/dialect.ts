import type { Column, StoredType } from './schema/table.ts';
import type { SearchCondition } from './search/search-condition.ts';
import type { Statement, Value } from './statement.ts';

export type Direction = 'asc' | 'desc';
export type Bucket = 'day' | 'week' | 'month' | 'year';

/** A column as the JSON of a row needs it. */
export type JsonColumn = Pick<Column, 'name' | 'physical' | 'type'>;

/** A member of a JSON object: its name on the wire, and the SQL of its value as JSON has it. */
export interface JsonMember {
  readonly name: string;
  readonly sql: string;
}

export interface JsonFrame {
  readonly before: string;
  readonly after: string;
}

/** Binds a value and gives the SQL that stands for it. */
export type Bind = (value: Value, type: StoredType) => string;

export interface TypedOperand {
  readonly operand: string;
  readonly type: StoredType;
}

export interface Sum {
  readonly operand: string;
  readonly type: StoredType;
  readonly distinct: boolean;
}

/** A trigger that captures row changes of one table. */
export interface CaptureTrigger {
  readonly op: 'insert' | 'update' | 'delete';
  /** Of the trigger, and of the function behind it where there is one. */
  readonly name: string;
  /** Physical. */
  readonly table: string;
  /** A condition on `old` and `new`. */
  readonly when: string | undefined;
  /** The statement it runs. */
  readonly insert: string;
}

/**
 * How an engine spells what engines spell differently. Everything here makes text: operands are SQL made by us (quoted
 * names from the catalogue, placeholders), never words of a caller. `row` is a name for the row that columns are taken
 * from, such as `_t`, `old` or a quoted table.
 */
export interface Dialect extends DdlSyntax, JsonSyntax, MatchSyntax, AggregateSyntax {
  /** Which compiler of the query builder spells the statements on the service's own tables. */
  readonly family: 'sqlite' | 'postgres';
  readonly search: SearchSyntax;
  /** The place of the nth value, from 1, where the places stand in order and need no type. */
  placeholder(position: number): string;
  /** The place of the nth value; may stand anywhere and more than once. */
  value(position: number, type: StoredType): string;
  /** Reads how many bytes a store takes up, as `bytes`. */
  storeSize(store: string): Statement;
  /** A table, index or function of the store, by its physical name. */
  table(physical: string): string;
  /** Two-valued: null differs from every value and not from null. */
  differs(left: string, right: string, type: StoredType): string;
  /** Columns of two rows of tables, whose types are of one kind, are equal or not; null when one of them is. */
  sameInRows(looked: TypedOperand, row: TypedOperand, operator: '=' | '<>'): string;
  /** The operand is among the values of the list bound at `position`. */
  inList(operand: string, position: number, type: StoredType): string;
  /** Values of a column in the form in which they are bound as a list. */
  listValue(values: readonly (string | number | boolean)[]): Value;
  /** A bound text that compares as a text column does. */
  textValue(place: string): string;
  readonly true: string;
  readonly false: string;
  /** A condition that no row meets. */
  readonly never: string;
  /**
   * Stands behind a table and names the index to read it by, or none for its primary key; undefined for an engine that
   * chooses by statistics of its own.
   */
  readonly indexHint: ((table: string, index: string | undefined) => string) | undefined;
  /** A key of ORDER BY: null is smaller than every value. */
  orderKey(operand: string, direction: Direction): string;
  /**
   * An INSERT, UPDATE or DELETE that returns what `output` makes of the rows it touched; `output` is called with the
   * name of the row. `sorted`: by id, where the engine can say so.
   */
  returning(change: string, table: string, output: (row: string) => string, sorted: boolean): string;
  /**
   * A foreign key acts as soon as its row is deleted, not when the statement has ended: rows of the same table that it
   * takes along or changes are not what they were when the statement comes to them.
   */
  readonly cascadesAtOnce: boolean;
  /** The next value of an INSERT, for an engine to which values without a number are cheaper than numbered ones. */
  readonly nextValue?: string;
  /** How many rows one INSERT takes, largest first and ending with 1: few numbers, so that shapes stay few. */
  readonly insertSizes: readonly number[];
  /** The same for rows that come together from several requests. */
  readonly joinedSizes: readonly number[];
}

export interface AddedColumn {
  readonly table: string;
  /** The quoted name and the type, with a constraint where there is one. */
  readonly column: string;
  readonly name: string;
  readonly type: StoredType;
}

export interface DdlSyntax {
  readonly types: Readonly<Record<StoredType, string>>;
  /** References are left out of tables that are loaded, and added when all rows are there. */
  readonly addsReferences: boolean;
  /** Returns a row when one of the table points at nothing. */
  findDangling(table: string): string;
  /**
   * Adds a column in which all rows that are there have one value, without writing a row. The value is bound to the first
   * statement. Undefined for an engine that has to write every row.
   */
  readonly addFilledColumn: ((added: AddedColumn) => readonly [string, ...string[]]) | undefined;
  /** Stands after the bracket that closes the columns of CREATE TABLE. */
  readonly afterColumns: string;
  /** The keys of an index that serves look-ups and the order of its last column, either way. */
  indexKeys(columns: readonly string[], unique: boolean): string;
  /** A new UUIDv7. */
  readonly newId: string;
  createCapture(trigger: CaptureTrigger): readonly string[];
  dropCapture(trigger: Pick<CaptureTrigger, 'name' | 'table'>): readonly string[];
}

export interface JsonSyntax {
  /** A stored value in the form JSON shows it. */
  jsonValue(operand: string, type: StoredType): string;
  /** The same, but of a text or JSON longer than `most - 1` characters its first `most`, as text. `most` is SQL of a number. */
  cutJsonValue(operand: string, type: StoredType, most: string): string;
  /** A JSON object as text, with its members in order. */
  jsonObject(members: readonly JsonMember[]): string;
  rowJson(columns: readonly JsonColumn[], row: string): string;
  /**
   * The text before and after `FROM … AS row …` of a query whose one column is such an object for every row: the
   * object is made only for rows that are left after sorting and cutting off.
   */
  selectJson(members: readonly JsonMember[], row: string): JsonFrame;
  /** In a trigger: how many changes led to the one that it is told of, one from another; 0 when not said. */
  readonly changeDepth: string;
  /** The statement that says so for the rest of the transaction; its one value is the number. */
  readonly setChangeDepth: string;
  /** The time of the statement as the wire shows times. */
  readonly nowText: string;
  /** The same in milliseconds since 1970. */
  readonly nowMs: string;
}

export interface MatchSyntax {
  /** `pattern`: `*` is any run of characters, all else literal. Case counts. */
  like(operand: string, pattern: string, bind: Bind): string;
  /** The same without regard to case, for all of Unicode. */
  ilike(operand: string, pattern: string, bind: Bind): string;
  endsWith(operand: string, suffix: string): string;
  includes(operand: string, part: string): string;
  /** Where the part begins in the text, from 1; 0 when it is not there. */
  position(operand: string, part: string): string;
  /** A JSON array holds the element. */
  jsonIncludes(operand: string, element: string | number | boolean, bind: Bind): string;
}

export interface AggregateSyntax {
  /** Null for no values; a result that is not finite fails with `out_of_range`. */
  sum(sum: Sum): string;
  average(sum: Sum): string;
  /** The least or greatest value of a type that has an order. */
  extreme(op: 'min' | 'max', operand: string, type: StoredType): string;
  /** The first day of the bucket, as `YYYY-MM-DD` in UTC. */
  bucket(operand: string, type: StoredType, bucket: Bucket): string;
}

/** The index of a table's words, by names in the database. */
export interface WordIndex {
  readonly tableId: string;
  /** Physical. */
  readonly table: string;
  readonly key: string;
  readonly columns: readonly { readonly physical: string; readonly wordsKey: string }[];
}

/** A column that keeps words beside the owner's column, in the same row. */
export interface WordColumn {
  readonly physical: string;
  /** SQL of what the column stores, from a value of `wordValues` that is bound as text. */
  readonly stored: (place: string) => string;
}

/** Rows that a search finds. */
export interface SearchSource {
  readonly search: SearchCondition;
  /** SQL of what else must hold of a row. */
  readonly rest: ((row: string) => string) | undefined;
}

/** Rows from behind one id up to another. */
export interface IdRange {
  readonly after: string;
  readonly upTo: string;
}

/** A row's texts in the order of the index. */
export interface IndexedTexts {
  readonly id: string;
  readonly texts: readonly (string | null)[];
}

/** How an engine keeps the words of texts and finds rows by them. */
export interface SearchSyntax {
  /** The engine makes the words of texts by itself. */
  readonly makesWords: boolean;
  /** The index has the owners of rows too. */
  readonly findsOwner: boolean;
  /** Makes what `after` has and `before` has not, without any words. */
  create(after: WordIndex, before: WordIndex | undefined): readonly string[];
  /** Drops what `before` has and `after` has not. */
  drop(before: WordIndex, after: WordIndex | undefined): readonly string[];
  /** Triggers that keep the words of changed rows, where the engine can make words. */
  createTriggers(index: WordIndex): readonly string[];
  dropTriggers(index: WordIndex): readonly string[];
  /** Columns that every write of the text fills, where triggers cannot. */
  wordColumns(wordsKey: string): readonly WordColumn[];
  /** The values of these columns for a text, in their order. */
  wordValues(text: string | null): readonly Value[];
  /** Fills in the words of rows that have none yet; `rows` gives their texts where `makesWords` is false. */
  fill(index: WordIndex, range: IdRange, rows: readonly IndexedTexts[], bind: Bind): string;
  /** A condition on a row. */
  matches(search: SearchCondition, bind: Bind, row: string): string;
  /** ` FROM … ORDER BY … LIMIT …`: the most relevant rows first, then by id. `span`: the rows up to the end of the page. */
  ranked(source: SearchSource, bind: Bind, page: { readonly text: string; readonly span: number | undefined }): string;
  /** ` FROM …` with one row for every row that is found. */
  counted(source: SearchSource, bind: Bind): string;
}
