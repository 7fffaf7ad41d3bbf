import { Type } from 'typebox';
import { memberRoute, type Route } from '../../http/index.ts';
import { listLogs } from './log/list-logs.ts';
import { logsQuery } from './log/log-queries.ts';
import { metricsAnswer, metricsQuery, showMetrics } from './metrics/show-metrics.ts';
import type { MonitoringContext } from './monitoring-context.ts';

const PROJECT = '/api/cloud/projects/:project_id';
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const time = Type.String({ format: 'date-time' });

const requestShown = Type.Object({
  id: Type.String(),
  source: Type.Literal('request'),
  at: time,
  request_id: Type.String(),
  method: Type.String(),
  path: Type.String({ description: 'The path without its query.' }),
  status: Type.Integer(),
  code: textOrNull,
  error: textOrNull,
  duration_ms: Type.Number(),
  caller: textOrNull,
  ip: Type.String(),
  user_agent: textOrNull,
  run_id: textOrNull,
});

const lineShown = Type.Object({
  id: Type.String(),
  source: Type.Literal('function'),
  at: time,
  function: Type.String(),
  run_id: Type.String(),
  level: Type.Enum(['debug', 'info', 'warn', 'error']),
  message: Type.String(),
});

export function monitoringRoutes(context: MonitoringContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: `${PROJECT}/metrics`,
      id: 'getProjectMetrics',
      summary: 'Returns requests, runs, deliveries and storage over time',
      role: 'viewer',
      query: metricsQuery,
      responses: { 200: metricsAnswer },
      handle: (call) => showMetrics(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${PROJECT}/logs`,
      id: 'listLogs',
      summary: 'Lists the requests answered, or the lines functions logged, in the last three days',
      role: 'viewer',
      query: logsQuery,
      responses: {
        200: Type.Object({
          data: Type.Union([Type.Array(requestShown), Type.Array(lineShown)]),
          count: Type.Integer(),
          cursor: Type.String({ description: 'Send it as `after` to get the next entries.' }),
        }),
      },
      handle: (call) => listLogs(context, call),
    }),
  ];
}
