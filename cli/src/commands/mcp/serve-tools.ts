import { once } from 'node:events';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  type ApiAnswer,
  ApiRefusal,
  CallLimit,
  createToolServer,
  type ToolApi,
  type ToolMode,
} from '../../../../server/src/modules/mcp/tools/index.ts';
import type { Api } from '../../api/api.ts';
import type { Context } from '../../command/context.ts';
import { Failure } from '../../outcome/failure.ts';
import { VERSION } from '../../version.ts';

interface ServedTools {
  readonly api: Api;
  readonly projectId: string;
  readonly mode: ToolMode;
}

export async function serveTools({ streams, signal }: Context, { api, projectId, mode }: ServedTools): Promise<void> {
  // Each pending response adds its own listener for the stream's end.
  streams.stdout.setMaxListeners(0);
  const limit = new CallLimit(() => performance.now());
  const takeCall = (): number | undefined => limit.take('');
  const options = { api: toolApi(api), projectId, mode, version: VERSION, takeCall };
  const served = serveStdio(() => createToolServer(options), {
    transport: new StdioServerTransport(streams.stdin, streams.stdout),
    maxSubscriptions: 0,
  });
  try {
    await once(streams.stdin, 'close', { signal });
  } catch {
    throw signal.reason;
  } finally {
    await served.close();
  }
}

function toolApi(api: Api): ToolApi {
  return {
    call: (method, path, json) => refused(async () => (await api.call(path, { method, json })) as ApiAnswer),
    text: (path) => refused(() => api.text(path)),
  };
}

async function refused<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof Failure ? new ApiRefusal(error.facts.code, error.message) : error;
  }
}
