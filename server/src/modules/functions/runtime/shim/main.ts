import {
  ANSWER_BYTES_MAX,
  CALL_PATH,
  CALLS_PATH,
  type CallHead,
  type CallSizes,
  CHECK_PATH,
  HEADER,
  moduleNameOf,
  SAME_BODY,
} from '../protocol.ts';
import { type Answer, answerOf, frameOf, singleResponse, thrownAnswer } from './answer.ts';
import { answerTogether } from './answer-together.ts';
import { explainClosedSockets } from './closed-sockets.ts';
import { type CallBodies, createContext } from './context.ts';
import { fetchInTurns } from './fetch-in-turns.ts';
import { createFirstTurns } from './first-turns.ts';
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
    if (request.url.endsWith(CALL_PATH)) return await callOne(request, bridge);
    if (request.url.endsWith(CALLS_PATH)) return await callSeveral(request, bridge);
    if (request.url.endsWith(CHECK_PATH)) return await check(await request.text());
    writePing(request.headers.get(HEADER.ping) ?? '');
    return new Response('');
  },
};

interface Call extends CallBodies {
  readonly head: CallHead;
}

async function callOne(request: Request, bridge: Fetcher): Promise<Response> {
  const call = await readCall(request);
  const run = createRun(call.head.token, bridge);
  const firstTurns = createFirstTurns();
  let isSoon = false;
  const running = runCall(run, call).finally(() => {
    isSoon = !firstTurns.areOver;
  });
  await firstTurns.pass(() => isSoon);
  return singleResponse(await running, run, isSoon);
}

/** Calls that came at the same moment. Each has its run, and none waits for another. */
async function callSeveral(request: Request, bridge: Fetcher): Promise<Response> {
  const sizes: readonly CallSizes[] = JSON.parse(request.headers.get(HEADER.sizes) ?? '[]');
  const all = await request.text();
  let at = 0;
  const next = (characters: number): string => {
    at += characters;
    return all.slice(at - characters, at);
  };
  const calls = sizes.map(([head, payload, isSame]) => callOf(next(head), next(payload), isSame === 1));
  const firstTurns = createFirstTurns();
  const frames = calls.map(async (call, index) => {
    const run = createRun(call.head.token, bridge);
    const answer = await runCall(run, call);
    return frameOf(answer, run, { at: index, isSoon: !firstTurns.areOver });
  });
  return await answerTogether(frames, firstTurns);
}

async function runCall(run: Run, { head, ...bodies }: Call): Promise<Answer> {
  return await runs.run(run, async () => {
    try {
      const main = await mainOf(head.function);
      return await answerOf(await main(createContext(run, head, bodies)), ANSWER_BYTES_MAX);
    } catch (error) {
      return thrownAnswer(error);
    }
  });
}

async function readCall(request: Request): Promise<Call> {
  const { headers } = request;
  const headEnd = headers.get(HEADER.text);
  if (headEnd === null) return await readBytes(request);
  const all = await request.text();
  return callOf(all.slice(0, Number(headEnd)), all.slice(Number(headEnd)), headers.get(HEADER.body) === SAME_BODY);
}

function callOf(head: string, payload: string, isBody: boolean): Call {
  return {
    head: JSON.parse(head),
    payload: payload === '' ? undefined : JSON.parse(payload),
    readBody: () => new TextEncoder().encode(isBody ? payload : ''),
  };
}

async function readBytes(request: Request): Promise<Call> {
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
    return singleResponse(await answerOf(config instanceof Response ? {} : config, CONFIG_BYTES_MAX), run);
  } catch (error) {
    return singleResponse(thrownAnswer(error), run);
  }
}
