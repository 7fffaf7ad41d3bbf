import type { IncomingMessage } from 'node:http';
import { type Static, Type } from 'typebox';
import { isInstanceOperator } from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Access } from '../admission/access.ts';
import type { Metrics } from '../metrics.ts';
import { type OperatorCall, openRoute, operatorRoute, type Route } from '../route.ts';
import { describe } from './openapi.ts';

const HEALTH_TIMEOUT_MS = 2000;
const NO_FUNCTIONS = 'Functions are deployed but cannot be started.';
const API_TITLE = 'Service API';

const healthDetailsSchema = Type.Object({
  missing_features: Type.Array(Type.String(), {
    description:
      'What isolation the operating system could not provide for functions, bundlers and image processes; known for each once the first of them has run.',
  }),
  process_problems: Type.Array(Type.String(), {
    description: 'Why processes for functions, bundlers or images cannot start; empty while none has failed.',
  }),
  damaged_files: Type.Integer({ description: 'The number of stored files whose bytes have changed.' }),
  archive: Type.Optional(
    Type.Object(
      {
        state: Type.Enum(['ok', 'behind', 'failing']),
        lag_seconds: Type.Number(),
        last_success_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
        error: Type.Union([Type.String(), Type.Null()]),
        stored_bytes: Type.Integer({ description: 'The size of what this installation has in the archive.' }),
        oldest_moment: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
          description: 'The first moment at which everything can be recovered.',
        }),
      },
      { description: 'The state of the continuous archive, if there is one.' },
    ),
  ),
});

export type HealthDetails = Static<typeof healthDetailsSchema>;

interface SystemOptions {
  readonly routes: readonly Route[];
  readonly access: Pick<Access, 'identifyOperator'>;
  readonly health: () => Promise<void>;
  readonly functionsProblem: (() => Promise<string | undefined>) | undefined;
  readonly databasesDown: (() => readonly string[]) | undefined;
  readonly healthDetails: (() => HealthDetails) | undefined;
  readonly isStopping: () => boolean;
  readonly metrics: Metrics;
  readonly moreMetrics: (() => Promise<string>) | undefined;
}

export function systemRoutes(options: SystemOptions): readonly Route[] {
  const own: Route[] = [healthRoute(options), metricsRoute(options)];
  let description: string | undefined;
  own.push(
    openRoute({
      method: 'GET',
      path: '/api/baas/openapi.json',
      id: 'getDescription',
      summary: 'Returns this OpenAPI 3.1 description of the API',
      responses: { 200: Type.Object({ openapi: Type.String() }, { additionalProperties: true }) },
      handle: () => {
        description ??= JSON.stringify(describe([...options.routes, ...own], { title: API_TITLE }));
        return { status: 200, body: description, headers: { 'Cache-Control': 'public, max-age=60' } };
      },
    }),
  );
  return own;
}

function healthRoute(options: SystemOptions): Route {
  const { access, health, functionsProblem, databasesDown, healthDetails, isStopping } = options;
  let asked: Promise<void> | undefined;
  return openRoute({
    method: 'GET',
    path: '/health',
    id: 'getHealth',
    summary: 'Tells whether the service is ready for requests',
    responses: {
      200: Type.Object({
        status: Type.Literal('ok'),
        uptime_seconds: Type.Integer(),
        databases_down: Type.Optional(
          Type.Array(Type.String(), { description: 'The databases that are down; their projects answer 503.' }),
        ),
        details: Type.Optional(healthDetailsSchema),
      }),
    },
    handle: async ({ raw }) => {
      if (isStopping()) throw new ServiceError('unavailable', 'The service is stopping.');
      // Concurrent health checks share one database query.
      asked ??= withDeadline(health()).finally(() => {
        asked = undefined;
      });
      await asked;
      const problem = await functionsProblem?.();
      if (problem !== undefined)
        throw new ServiceError('unavailable', NO_FUNCTIONS, { details: { functions: problem } });
      const details = healthDetails && (await isForOperator(access, raw)) && { details: healthDetails() };
      const down = databasesDown?.() ?? [];
      const databases = down.length > 0 && { databases_down: [...down] };
      const uptime = Math.floor(process.uptime());
      return { status: 200, body: { status: 'ok', uptime_seconds: uptime, ...databases, ...details } };
    },
  });
}

/** Invalid credentials count as none, because health checkers send arbitrary ones. */
async function isForOperator({ identifyOperator }: Pick<Access, 'identifyOperator'>, request: IncomingMessage) {
  const { authorization, cookie } = request.headers;
  if (authorization === undefined && cookie === undefined) return false;
  try {
    return isInstanceOperator(await identifyOperator(request));
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

async function withDeadline(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ServiceError('unavailable', 'The database is not answering.')),
      HEALTH_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([work, late]);
  } catch (cause) {
    throw new ServiceError('unavailable', 'The database is not answering.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

function metricsRoute({ metrics, moreMetrics }: Pick<SystemOptions, 'metrics' | 'moreMetrics'>): Route {
  return operatorRoute({
    method: 'GET',
    path: '/metrics',
    id: 'getMetrics',
    summary: 'Returns the metrics of the process as Prometheus text; for the admin token',
    responses: { 200: Type.String() },
    handle: async ({ operator }: OperatorCall) => {
      if (operator.kind !== 'admin') throw new ServiceError('forbidden', 'This requires the admin token.');
      return {
        status: 200,
        body: metrics.text() + ((await moreMetrics?.()) ?? ''),
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      };
    },
  });
}
