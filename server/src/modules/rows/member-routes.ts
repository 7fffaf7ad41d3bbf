import {
  callerRoute,
  type FindViewer,
  memberRouteOf,
  type ProjectCall,
  type Route,
  takeParameter,
} from '../../http/index.ts';
import { validationFailed } from '../../platform/errors.ts';
import { getCutRow } from './get-row.ts';
import { listRows } from './list-rows.ts';
import { readListParameters } from './read-list-parameters.ts';
import { readGetParameters } from './read-write-parameters.ts';
import { idOf, ROW, rowRoutes, TABLE, targetOf } from './routes.ts';
import { cutAnswer, listAnswer, rowAnswer } from './row-answers.ts';
import * as schema from './row-schemas.ts';
import type { RowsContext } from './rows-context.ts';

const CUT_MAX = 10_000;
const WHOLE_NUMBER = /^[1-9]\d{0,4}$/;

export function memberRowRoutes(context: RowsContext, findViewer: FindViewer): readonly Route[] {
  const cutRoutes = [cutListRoute(context), cutGetRoute(context)];
  const others = rowRoutes(context).filter(({ id }) => !cutRoutes.some((route) => route.id === id));
  return [...cutRoutes, ...others]
    .filter((route) => route.who === 'caller')
    .map((route) =>
      memberRouteOf(route, {
        role: route.method === 'GET' || route.isReading === true ? 'viewer' : 'editor',
        findViewer,
      }),
    );
}

function cutListRoute(context: RowsContext): Route {
  return callerRoute({
    method: 'GET',
    path: TABLE,
    id: 'listRows',
    summary: 'Lists the rows that match, with long values cut on request',
    documentedQuery: schema.cutListQuery,
    responses: { 200: schema.cutListed },
    handle: async (call) => {
      const { cutAt, search } = takeCut(call);
      const result = await listRows(context, targetOf(call), () => ({ ...readListParameters(search), cutAt: cutAt() }));
      return result.cut === undefined ? listAnswer(result) : cutAnswer(`[${result.json}]`, result.count, result.cut);
    },
  });
}

function cutGetRoute(context: RowsContext): Route {
  return callerRoute({
    method: 'GET',
    path: ROW,
    id: 'getRow',
    summary: 'Reads one row, with long values cut on request',
    documentedQuery: schema.cutGetQuery,
    responses: { 200: schema.cutOne },
    handle: async (call) => {
      const { cutAt, search } = takeCut(call);
      const ask = () => ({ id: idOf(call), ...readGetParameters(search), cutAt: cutAt() });
      const { json, cut } = await getCutRow(context, targetOf(call), ask);
      return cutAt() === undefined ? rowAnswer(json) : cutAnswer(json, 1, cut);
    },
  });
}

/** Like all other parameters, the number is read only after the caller's rights are known. */
function takeCut({ search }: ProjectCall): { readonly cutAt: () => number | undefined; readonly search: string } {
  const { value, rest } = takeParameter(search, 'cut');
  return { cutAt: () => (value === undefined ? undefined : requireCut(value)), search: rest };
}

function requireCut(text: string): number {
  if (WHOLE_NUMBER.test(text) && Number(text) <= CUT_MAX) return Number(text);
  throw validationFailed({ cut: `must be a whole number from 1 to ${CUT_MAX}` });
}
