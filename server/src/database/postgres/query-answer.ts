import type { CustomTypesConfig, QueryArrayResult, QueryResult } from 'pg';
import type { Row } from '../database.ts';

export interface QueryAnswer {
  readonly rows: readonly Row[];
  readonly touched: number;
  /** The command that really ran: `COMMIT`, `ROLLBACK`, `SELECT` … */
  readonly command: string;
  /** Milliseconds that the server spent on the statement, without its wait behind others. */
  readonly tookMs: number;
}

export function toAnswer(result: QueryResult | QueryResult[], tookMs: number): QueryAnswer {
  const last: QueryResult | QueryArrayResult | undefined = Array.isArray(result) ? result.at(-1) : result;
  const rows: readonly Row[] = last?.rows ?? [];
  return { rows, touched: last?.rowCount ?? 0, command: last?.command ?? '', tookMs };
}

const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);
const BOOLEAN = 16;

/** Numbers and 0/1 as in `Row`, everything else as the server's text. */
export const rowTypes = {
  getTypeParser: (oid: number): ((text: string) => string | number) => {
    if (NUMBERS.has(oid)) return Number;
    if (oid === BOOLEAN) return (text) => (text === 't' ? 1 : 0);
    return String;
  },
} as unknown as CustomTypesConfig;
