import type { Caller } from '../../../http/callers.ts';
import { failureOf } from '../../../http/failure.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { FunctionParts, ReachedModule } from '../function-parts.ts';
import type { Bridge, BridgeAsk, BridgeReply } from '../runtime/index.ts';
import { askRows } from './ask-rows.ts';
import { invokeNested } from './invoke-nested.ts';
import type { Reach } from './reach.ts';

export function createBridge(parts: FunctionParts, reach: Reach): Bridge {
  const { project, definition, caller: original } = reach.invocation;
  const own: Caller = { kind: 'secret', id: `function:${definition.name}` };

  const answer = (ask: BridgeAsk): Promise<BridgeReply> => {
    if (isData(ask)) return askRows(parts.rows, { project, caller: ask.isAsCaller ? original : own }, ask);
    if (ask.op === 'functions.invoke') return invokeNested(parts, reach, ask.args);
    const module = ask.op === 'messages.send' ? parts.messages : parts.storage;
    return requireReached(module, ask.op)(project, own, ask);
  };

  return async (ask) => {
    try {
      return await answer(ask);
    } catch (error) {
      throw asBridgeError(error, parts.onError);
    }
  };
}

type DataAsk = Extract<BridgeAsk, { readonly table: string }>;

function isData(ask: BridgeAsk): ask is DataAsk {
  return 'table' in ask;
}

function requireReached(module: ReachedModule | undefined, op: string): ReachedModule {
  if (module === undefined) throw new ServiceError('not_found', `This service has no ${op}.`);
  return module;
}

/** An error as the function gets it: the same code, status and sentence as over HTTP, and nothing of its cause. */
class BridgeError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor({ code, status, message, details }: ReturnType<typeof failureOf>) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

function asBridgeError(error: unknown, onError: (error: unknown) => void): BridgeError {
  const failure = failureOf(error);
  if (failure.code === 'internal_error') onError(error);
  return new BridgeError(failure);
}
