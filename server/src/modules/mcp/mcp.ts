import type { IncomingMessage } from 'node:http';
import { type Static, Type } from 'typebox';
import type { Operator } from '../../callers/index.ts';
import {
  type Access,
  type Answer,
  type AskLocally,
  type Call,
  createQueryReader,
  openRoute,
  ProtocolError,
  type Route,
  readJson,
} from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import { createLocalApi } from './local-api.ts';
import { CallLimit } from './tools/call-limit.ts';

const BODY_BYTES_MAX = 4 * 1024 * 1024;
/** Headers that the protocol reads; none of them identifies the sender. */
const PROTOCOL_HEADERS = /^(accept|content-type|mcp-.*)$/;

const mcpQuery = Type.Object({
  project: Type.String({ description: 'Id of the project.' }),
  mode: Type.Optional(
    Type.Enum(['read', 'write'], {
      default: 'read',
      description: 'Only `write` offers tools that change something.',
    }),
  ),
});

export interface McpOptions {
  readonly access: Pick<Access, 'findProject' | 'identifyOperator' | 'memberRole'>;
  readonly askLocally: AskLocally;
  readonly refuseForeignPage: (request: IncomingMessage) => void;
  readonly challenge: (call: Call, error?: string) => string;
  readonly clock: Clock;
  readonly version: string;
  readonly isLimited: boolean;
}

export interface Mcp {
  readonly routes: readonly Route[];
}

/** Serves the MCP tools over HTTP, statelessly: nothing is kept between requests. */
export function createMcp(options: McpOptions): Mcp {
  const limit = new CallLimit(() => options.clock.now());
  const readQuery = createQueryReader(mcpQuery) as (search: string) => Static<typeof mcpQuery>;
  return {
    routes: [
      openRoute({
        method: 'POST',
        path: '/mcp',
        id: 'callMcp',
        summary: 'Model Context Protocol (2026-07-28 and 2025) for one project, with a personal or admin token',
        documentedQuery: mcpQuery,
        body: 'stream',
        documentedTypes: ['application/json'],
        documentedBody: Type.Unknown({ description: 'A message of the protocol.' }),
        responses: {
          200: Type.Unknown({ description: 'The answer to the message.' }),
          202: Type.String({ description: 'The message needs no answer.' }),
        },
        otherTypes: {
          'text/event-stream': Type.String({ description: 'The answer as an event, for clients of the 2025 version.' }),
        },
        handle: async (call) => {
          const operator = await identify(options, call);
          const { project, mode = 'read' } = readQuery(call.search);
          await requireMember(options, operator, project);
          const message = await readJson(call.raw, BODY_BYTES_MAX);
          const takeCall = options.isLimited ? () => limit.take(holderOf(operator)) : () => undefined;
          return await answerMessage(options, { call, projectId: project, mode, message, takeCall });
        },
      }),
    ],
  };
}

/** Accepts only bearer tokens: browsers send cookies with requests of any page. */
async function identify({ access, refuseForeignPage, challenge }: McpOptions, call: Call): Promise<Operator> {
  const { raw } = call;
  refuseForeignPage(raw);
  if (raw.headers.authorization === undefined)
    throw unauthorized(
      'Sign in as the WWW-Authenticate header describes, or send a personal token as bearer.',
      challenge(call),
    );
  try {
    return await access.identifyOperator(raw);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_authenticated') throw error;
    throw unauthorized(error.message, challenge(call, 'invalid_token'));
  }
}

function unauthorized(message: string, header: string): ProtocolError {
  return new ProtocolError(401, 'not_authenticated', message, { 'WWW-Authenticate': header });
}

async function requireMember({ access }: McpOptions, operator: Operator, projectId: string): Promise<void> {
  const project = await access.findProject(projectId);
  const role = project && (await access.memberRole(operator, project.id));
  if (role === undefined) throw new ServiceError('project_not_found', 'There is no such project.');
}

function holderOf(operator: Operator): string {
  return operator.kind === 'admin' ? 'admin' : (operator.token?.id ?? operator.accountId);
}

interface ToolRequest {
  readonly call: Call;
  readonly projectId: string;
  readonly mode: 'read' | 'write';
  readonly message: unknown;
  takeCall(): number | undefined;
}

async function answerMessage({ askLocally, version }: McpOptions, asked: ToolRequest): Promise<Answer> {
  const { call, projectId, mode, message, takeCall } = asked;
  // Loaded at first use: most processes never serve MCP.
  const [{ createMcpHandler }, { createToolServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./tools/index.ts'),
  ]);
  const api = createLocalApi(askLocally, call);
  const handler = createMcpHandler(() => createToolServer({ api, projectId, mode, version, takeCall }), {
    // The server sends no notifications, so clients need no subscription.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: protocolHeaders(call) });
  const response = await handler.fetch(request, { parsedBody: message });
  const body = await response.text();
  return {
    status: response.status,
    body,
    headers: { 'Content-Type': response.headers.get('content-type') ?? 'text/plain' },
  };
}

function protocolHeaders({ headers }: Call): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && PROTOCOL_HEADERS.test(name) ? [[name, value] as [string, string]] : [],
  );
}
