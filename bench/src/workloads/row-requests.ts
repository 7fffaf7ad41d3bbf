import { BATCH_ROWS, PAGE_ROWS } from '../floors/sql-job.ts';
import { bearer, type HttpRequest, jsonRequest } from '../http-request.ts';
import { idOf, newRowOf, STATUSES, sampleNumbers } from '../rows.ts';
import type { Stage } from '../stage.ts';

/** How many different requests a load cycles through; enough to defeat a cache of single answers. */
const POOL = 16_384;
const BATCH_POOL = 200;

export interface Place {
  readonly projectId: string;
  readonly table: string;
  readonly key: string;
  readonly rows: number;
}

export function bigTable({ options, project }: Stage, key = project.publicKey): Place {
  return { projectId: project.id, table: 'items', key, rows: options.rows };
}

export function reads(place: Place): HttpRequest[] {
  return sampleNumbers(POOL, place.rows).map((number) => ({
    method: 'GET',
    path: `${pathOf(place)}/${idOf(number)}`,
    headers: bearer(place.key),
  }));
}

export function lists(place: Place): HttpRequest[] {
  return STATUSES.map((status) => ({
    method: 'GET',
    path: `${pathOf(place)}?filter=status:eq:${status}&order=rank:desc&limit=${PAGE_ROWS}`,
    headers: bearer(place.key),
  }));
}

export function inserts(place: Place): HttpRequest[] {
  return Array.from({ length: POOL }, (_, number) =>
    jsonRequest('POST', pathOf(place), place.key, newRowOf(place.rows + number)),
  );
}

export function batches(place: Place): HttpRequest[] {
  return Array.from({ length: BATCH_POOL }, (_, batch) => {
    const items = Array.from({ length: BATCH_ROWS }, (__, index) => ({
      op: 'insert',
      data: newRowOf(place.rows + batch * BATCH_ROWS + index),
    }));
    return jsonRequest('POST', `${pathOf(place)}/batch`, place.key, { items });
  });
}

export function updates(place: Place): HttpRequest[] {
  return sampleNumbers(POOL, place.rows).map((number, index) =>
    jsonRequest('PATCH', `${pathOf(place)}/${idOf(number)}`, place.key, {
      price: index,
      note: newRowOf(index).note,
    }),
  );
}

export function mixed(place: Place): HttpRequest[] {
  const inserted = inserts(place);
  return reads(place).map((read, index) => (index % 10 === 9 ? (inserted[index] ?? read) : read));
}

export function aggregates(place: Place): HttpRequest[] {
  const body = { aggregates: [{ op: 'count' }, { op: 'sum', field: 'price' }], group_by: ['status'] };
  return [jsonRequest('POST', `${pathOf(place)}/aggregate`, place.key, body)];
}

export function exports(place: Place): HttpRequest {
  return { method: 'GET', path: `${pathOf(place)}/export?format=csv`, headers: bearer(place.key) };
}

function pathOf({ projectId, table }: Place): string {
  return `/api/baas/${projectId}/data/${table}`;
}
