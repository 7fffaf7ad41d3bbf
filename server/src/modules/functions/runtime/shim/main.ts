import {
  ANSWER_BYTES_MAX,
  CALL_PATH,
  type CallHead,
  CHECK_PATH,
  HEADER,
  moduleNameOf,
  SAME_BODY,
} from '../protocol.ts';
import { answerOf, thrownAnswer } from './answer.ts';
import { explainClosedSockets } from './closed-sockets.ts';
import { type CallBodies, createContext } from './context.ts';
import { fetchInTurns } from './fetch-in-turns.ts';
import { createRun, type Fetcher, type Run, runs } from './run.ts';
import { captureConsole, writePing } from './write-line.ts';

/** What a module says about itself. */
const CONFIG_BYTES_MAX = 65_536;

interface Bindings {
  readonly bridge: Fetcher;
}

const decoder = new TextDecoder();
captureConsole();
fetchInTurns();
explainClosedSockets();

/** Stands between the service and the functions of one project, in the process that runs them. */
export const shim = {
  async fetch(request: Request, { bridge }: Bindings): Promise<Response> {
    if (request.url.endsWith(CALL_PATH)) return await call(request, bridge);
    if (request.url.endsWith(CHECK_PATH)) return await check(await request.text());
    writePing(request.headers.get(HEADER.ping) ?? '');
    return new Response('');
  },
};

async function call(request: Request, bridge: Fetcher): Promise<Response> {
  const { head, ...bodies } = await readCall(request);
  const run = createRun(head.token, bridge);
  return await runs.run(run, async () => {
    try {
      const main = await mainOf(head.function);
      return await answerOf(await main(createContext(run, head, bodies)), run, ANSWER_BYTES_MAX);
    } catch (error) {
      return thrownAnswer(error, run);
    }
  });
}

async function readCall(request: Request): Promise<CallBodies & { readonly head: CallHead }> {
  const { headers } = request;
  const headEnd = headers.get(HEADER.text);
  if (headEnd === null) return await readBytes(request);
  const all = await request.text();
  const payload = all.slice(Number(headEnd));
  const isBody = headers.get(HEADER.body) === SAME_BODY;
  return {
    head: JSON.parse(all.slice(0, Number(headEnd))),
    payload: payload === '' ? undefined : JSON.parse(payload),
    readBody: () => new TextEncoder().encode(isBody ? payload : ''),
  };
}

async function readBytes(request: Request): Promise<CallBodies & { readonly head: CallHead }> {
  const headEnd = Number(request.headers.get(HEADER.head));
  const payloadEnd = headEnd + Number(request.headers.get(HEADER.payload));
  const bytes = new Uint8Array(await request.arrayBuffer());
  const text = (from: number, to: number): string => decoder.decode(bytes.subarray(from, to));
  return {
    head: JSON.parse(text(0, headEnd)),
    payload: payloadEnd === headEnd ? undefined : JSON.parse(text(headEnd, payloadEnd)),
    // Bytes of its own, so that the buffer behind them holds nothing else.
    readBody: () => bytes.slice(payloadEnd),
  };
}

type Main = (ctx: object) => unknown;

const mains = new Map<string, Main>();

/** Loads the module when its function is first called: one that cannot be loaded is no trouble for the others. */
async function mainOf(name: string): Promise<Main> {
  const known = mains.get(name);
  if (known !== undefined) return known;
  const module: { readonly default?: unknown } = await import(moduleNameOf(name));
  if (typeof module.default !== 'function') throw new TypeError('The default export is not a function.');
  const main = module.default as Main;
  mains.set(name, main);
  return main;
}

async function check(name: string): Promise<Response> {
  const run: Run = createRun('', { fetch: () => Promise.reject(new Error('Nothing runs yet.')) });
  try {
    await mainOf(name);
    const { config }: { readonly config?: unknown } = await import(moduleNameOf(name));
    return await answerOf(config instanceof Response ? {} : config, run, CONFIG_BYTES_MAX);
  } catch (error) {
    return thrownAnswer(error, run);
  }
}
