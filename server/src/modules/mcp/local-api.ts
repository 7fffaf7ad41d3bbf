import type { AskLocally, Call, LocalRequest } from '../../http/index.ts';
import { type ApiAnswer, ApiRefusal, type ToolApi } from './tools/api.ts';

export function createLocalApi(askLocally: AskLocally, from: Call): ToolApi {
  const ask = async (request: LocalRequest): Promise<string> => {
    const { status, text } = await askLocally(from, { ...request, headers: { 'x-service-client': 'mcp' } });
    if (status >= 200 && status < 300) return text;
    const { code, error } = JSON.parse(text) as { code: string; error: string };
    throw new ApiRefusal(code, error);
  };
  return {
    call: async (method, path, body) => JSON.parse(await ask({ method, path, body })) as ApiAnswer,
    text: (path) => ask({ method: 'GET', path }),
  };
}
