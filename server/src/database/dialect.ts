import type { Column, StoredType } from './schema/table.ts';
import type { SearchCondition } from './search/search-condition.ts';
import type { Statement, Value } from './statement.ts';

export type Direction = 'asc' | 'desc';
export type Bucket = 'day' | 'week' | 'month' | 'year';

export type JsonColumn = Pick<Column, 'name' | 'physical' | 'type'>;

export interface JsonMember {
  readonly name: string;
  readonly sql: string;
}

export interface JsonFrame {
  readonly before: string;
  readonly after: string;
}

export interface TailOfRows {
  /** SQL of the first and the last id. */
  readonly after: string;
  readonly upTo: string;
  readonly match: string;
}

export type Bind = (value: Value, type: StoredType) => string;

export interface TypedOperand {
  readonly operand: string;
  readonly type: StoredType;
}

export interface SumExpression {
  readonly operand: string;
  readonly type: StoredType;
  readonly distinct: boolean;
}

export interface CaptureTrigger {
  readonly op: 'insert' | 'update' | 'delete';
  readonly name: string;
  readonly table: string;
  readonly when: string | undefined;
  readonly insert: string;
}

/**
 * Every method builds text: operands are SQL that we made, never text from a caller. `row` names the row that columns
 * are taken from, such as `_t`, `old` or a quoted table.
 */
export interface Dialect extends DdlSyntax, JsonSyntax, MatchSyntax, AggregateSyntax {
  readonly family: 'sqlite' | 'postgres';
  readonly search: SearchSyntax;
  /** Placeholder of the nth value, from 1, for statements whose placeholders are in order and need no type. */
  placeholder(position: number): string;
  /** Placeholder of the nth value; may appear anywhere and more than once. */
  value(position: number, type: StoredType): string;
  storeSize(store: string): Statement;
  /** Counts the matching rows with an id after `after` that settle, and how many of them have an id up to `upTo`. */
  countTail(physical: string, tail: TailOfRows): string;
  /** The SQL name of a table, index or function of the store, from its physical name. */
  table(physical: string): string;
  /** Never null: null differs from every value but not from null. */
  differs(left: string, right: string, type: StoredType): string;
  /** Compares columns of two rows, whose types are of one kind; null when either is null. */
  sameInRows(looked: TypedOperand, row: TypedOperand, operator: '=' | '<>'): string;
  /** Whether a row's value is among those that the query `from` (` FROM … WHERE …`) finds. The query runs once. */
  amongLookedUp(row: TypedOperand, looked: TypedOperand, from: string): string;
  inList(operand: string, position: number, type: StoredType): string;
  listValue(values: readonly (string | number | boolean)[]): Value;
  /** A bound text that sorts and compares like a text column. */
  textValue(place: string): string;
  readonly true: string;
  readonly false: string;
  readonly never: string;
  /** The index to read a table by (undefined: its primary key). Undefined for engines that plan by statistics. */
  readonly indexHint: ((table: string, index: string | undefined) => string) | undefined;
  /** A key of ORDER BY; null sorts below every value. */
  orderKey(operand: string, direction: Direction): string;
  /** An INSERT, UPDATE or DELETE that returns `output` of its rows. `sorted`: by id, where the engine can. */
  returning(change: string, table: string, output: (row: string) => string, sorted: boolean): string;
  /** Foreign keys act as each row is deleted, so a statement may reach rows that they have already changed. */
  readonly cascadesAtOnce: boolean;
  /** Placeholder of the next value of an INSERT, for an engine where placeholders without a number are cheaper. */
  readonly nextValue?: string;
  /** Rows per INSERT, largest first, ending with 1. Few sizes keep the number of statement texts small. */
  readonly insertSizes: readonly number[];
  /** As `insertSizes`, for a transaction that contains nothing else. */
  readonly aloneSizes: readonly number[];
  /** As `insertSizes`, for rows of several requests that share a statement. */
  readonly joinedSizes: readonly number[];
}

export interface AddedColumn {
  readonly table: string;
  /** The quoted name and the type, with a constraint if any. */
  readonly column: string;
  readonly name: string;
  readonly type: StoredType;
}

export interface DdlSyntax {
  readonly types: Readonly<Record<StoredType, string>>;
  /** Tables are loaded without references, which are added when all rows exist. */
  readonly addsReferences: boolean;
  findDangling(table: string): string;
  /** For engines that plan by statistics: refreshes the statistics of a table at once. */
  readonly refreshStatistics: ((table: string) => string) | undefined;
  /** Adds a column without rewriting rows; the value is bound to the first statement. */
  readonly addFilledColumn: ((added: AddedColumn) => readonly [string, ...string[]]) | undefined;
  /** DEFAULT of an added column, which only existing rows show: every insert names all columns. */
  readonly storedDefault: ((value: Value) => string) | undefined;
  readonly rewritesTables: boolean;
  readonly buildsInSideTable: boolean;
  /** Gives new rows the default of a column not shown yet by the catalogue; `keep` follows `addFilledColumn`. */
  readonly hiddenDefault:
    | { keep(added: AddedColumn): string; drop(added: Pick<AddedColumn, 'table' | 'name'>): string }
    | undefined;
  /** Waits until no transaction has uncommitted changes of the table; undefined where exclusive writes run alone. */
  readonly lockWrites: ((table: string) => string) | undefined;
  /** Follows the closing bracket of CREATE TABLE. */
  readonly afterColumns: string;
  /** The keys of an index that serves look-ups and the order of its last column in both directions. */
  indexKeys(columns: readonly string[], unique: boolean): string;
  readonly newId: string;
  createCapture(trigger: CaptureTrigger): readonly string[];
  dropCapture(trigger: Pick<CaptureTrigger, 'name' | 'table'>): readonly string[];
}

export interface JsonSyntax {
  jsonValue(operand: string, type: StoredType): string;
  /** As `jsonValue`, but text or JSON of `most` (SQL) or more characters becomes its first `most`, as text. */
  cutJsonValue(operand: string, type: StoredType, most: string): string;
  textAsJson(operand: string): string;
  /** A JSON object as text, with its members in order. */
  jsonObject(members: readonly JsonMember[]): string;
  rowJson(columns: readonly JsonColumn[], row: string): string;
  /** The object is built only for rows that remain after sorting and limiting. */
  selectJson(members: readonly JsonMember[], row: string): JsonFrame;
  /** In a trigger: the length of the chain of changes that led to this one; 0 when not set. */
  readonly changeDepth: string;
  /** Statements that set it for the rest of the transaction; the number is bound to the first. */
  readonly setChangeDepth: readonly [string, ...string[]];
  /** The statement's time in the format of the wire. */
  readonly nowText: string;
  readonly nowMs: string;
}

export interface MatchSyntax {
  /** `pattern`: `*` is any run of characters, everything else is literal. Case-sensitive. */
  like(operand: string, pattern: string, bind: Bind): string;
  /** As `like`, but case-insensitive for all of Unicode. */
  ilike(operand: string, pattern: string, bind: Bind): string;
  endsWith(operand: string, suffix: string): string;
  includes(operand: string, part: string): string;
  /** Where the part begins in the text, from 1; 0 when it is not found. */
  position(operand: string, part: string): string;
  jsonIncludes(operand: string, element: string | number | boolean, bind: Bind): string;
}

export interface AggregateSyntax {
  /** Null for no values. A result that is not finite fails with `out_of_range`. */
  sum(sum: SumExpression): string;
  average(sum: SumExpression): string;
  extreme(op: 'min' | 'max', operand: string, type: StoredType): string;
  /** The first day of the bucket, as `YYYY-MM-DD` in UTC. */
  bucket(operand: string, type: StoredType, bucket: Bucket): string;
}

export interface WordIndex {
  readonly tableId: string;
  readonly table: string;
  readonly key: string;
  readonly columns: readonly { readonly physical: string; readonly wordsKey: string }[];
}

export interface WordColumn {
  readonly physical: string;
  /** SQL of the stored value, from a value of `wordValues` that is bound as text. */
  readonly stored: (place: string) => string;
}

export interface SearchSource {
  readonly search: SearchCondition;
  readonly rest: ((row: string) => string) | undefined;
  /** On some engines replaces `rest`: a query of the `id` of all rows that meet the other conditions. */
  readonly among?: string | undefined;
}

export interface NewestPage {
  readonly span: number;
  /** How many matches may be tested, as SQL. When they are not enough, the result is empty. */
  readonly budget: string | undefined;
}

export interface OrderedPage {
  readonly span: number;
  /** ` ORDER BY …` */
  readonly order: string;
  /** The part of the other conditions whose rows the index has in this order; undefined: all rows. */
  readonly found: ((row: string) => string) | undefined;
}

export interface IdRange {
  readonly after: string;
  readonly upTo: string;
}

export interface EntryPlace {
  readonly word: string;
  readonly entry: number;
}

export interface EntryPage {
  readonly after: EntryPlace;
  readonly limit: number;
}

export interface IndexedTexts {
  readonly id: string;
  readonly texts: readonly (string | null)[];
}

export interface SearchSyntax {
  /** The engine itself splits texts into words. */
  readonly makesWords: boolean;
  readonly findsOwner: boolean;
  create(after: WordIndex, before: WordIndex | undefined): readonly string[];
  drop(before: WordIndex, after: WordIndex | undefined): readonly string[];
  /** Triggers that update the words of changed rows, where the engine can split texts. */
  createTriggers(index: WordIndex): readonly string[];
  dropTriggers(index: WordIndex): readonly string[];
  /** Columns that every write of the text must fill, where triggers cannot. */
  wordColumns(wordsKey: string): readonly WordColumn[];
  /** The values of these columns for a text, in the same order. */
  wordValues(text: string | null): readonly Value[];
  /** Fills in the words of rows that have none yet. `rows` gives their texts where `makesWords` is false. */
  fill(index: WordIndex, range: IdRange, rows: readonly IndexedTexts[], bind: Bind): string;
  /** Counts rows whose words differ from the index, and entries without a row; skips rows changed since `rows`. */
  countWrong(index: WordIndex, range: IdRange, rows: readonly IndexedTexts[], bind: Bind): string;
  /** Returns `wrong` (entries whose row lacks the word) and the last entry as `word` and `entry`, null at the end. */
  readonly countSurplus: ((index: WordIndex, page: EntryPage, bind: Bind) => string) | undefined;
  matches(search: SearchCondition, bind: Bind, row: string): string;
  /** ` FROM …` of the newest rows of a table with `idsByTime`, in any order; may contain a few older rows. */
  readonly newest: ((source: SearchSource, bind: Bind, page: NewestPage) => string) | undefined;
  /** ` FROM …` of the first rows in an order that an index has, on engines that would not know how long to walk it. */
  readonly firstInOrder: ((source: SearchSource, bind: Bind, page: OrderedPage) => string) | undefined;
  /** ` FROM … ORDER BY … LIMIT …`: most relevant first, then by id. `span`: rows up to the end of the page. */
  ranked(source: SearchSource, bind: Bind, page: { readonly text: string; readonly span: number | undefined }): string;
  counted(source: SearchSource, bind: Bind): string;
  /** ` FROM …` with one row for every match that is read to find those `among` some rows. */
  readonly between: ((search: SearchCondition, ids: string, bind: Bind) => string) | undefined;
  /** Counts the matches with an id after `after`, and how many of them have an id up to `upTo`. */
  readonly countTail: ((source: SearchSource, bind: Bind, ids: IdRange) => string) | undefined;
}
