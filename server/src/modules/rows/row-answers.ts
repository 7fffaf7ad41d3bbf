import type { ListResult } from '../../database/index.ts';
import type { Answer } from '../../http/index.ts';
import type { Export } from './export-rows.ts';
import type { BatchOutcome } from './run-batch.ts';
import type { WriteOutcome } from './write-outcome.ts';

const REPLAYED = { 'Idempotency-Replayed': 'true' };

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export function listAnswer({ json, count }: ListResult): Answer {
  return { status: 200, body: count === undefined ? `{"data":[${json}]}` : `{"data":[${json}],"count":${count}}` };
}

export function rowAnswer(json: string): Answer {
  return { status: 200, body: `{"data":${json},"count":1}` };
}

export function cutAnswer(json: string, count: number | undefined, cut: object): Answer {
  const counted = count === undefined ? '' : `"count":${count},`;
  return { status: 200, body: `{"data":${json},${counted}"cut":${JSON.stringify(cut)}}` };
}

export function oneRowAnswer(status: number, outcome: WriteOutcome): Answer {
  const row = outcome.rows?.[0];
  return answered(status, row === undefined ? undefined : row, outcome);
}

export function manyRowsAnswer(status: number, outcome: WriteOutcome): Answer {
  return answered(status, outcome.rows === undefined ? undefined : `[${outcome.rows.join(',')}]`, outcome);
}

export function batchAnswer({ results, succeeded, replayed }: BatchOutcome): Answer {
  const body = `{"data":[${results.join(',')}],"count":${succeeded}}`;
  return replayed ? { status: 200, body, headers: REPLAYED } : { status: 200, body };
}

/** Table names are plain words, so the file name needs no quoting. */
export function exportAnswer(table: string, { format, text }: Export): Answer {
  return {
    status: 200,
    body: text,
    headers: {
      'Content-Type': CONTENT_TYPES[format],
      'Content-Disposition': `attachment; filename="${table}.${format}"`,
    },
  };
}

function answered(status: number, data: string | undefined, { touched, replayed }: WriteOutcome): Answer {
  const body = data === undefined ? `{"count":${touched}}` : `{"data":${data},"count":${touched}}`;
  return replayed ? { status, body, headers: REPLAYED } : { status, body };
}
