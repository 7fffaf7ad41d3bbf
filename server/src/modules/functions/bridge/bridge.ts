import type { Caller } from '../../../callers/index.ts';
import { failureOf } from '../../../http/index.ts';
import type { FunctionContext } from '../function-context.ts';
import type { Bridge, BridgeAsk, BridgeReply, Refusal } from '../runtime/index.ts';
import { askInbox } from './ask-inbox.ts';
import { askRows } from './ask-rows.ts';
import { askStorage } from './ask-storage.ts';
import { invokeNested, streamNested } from './invoke-nested.ts';
import type { Reach } from './reach.ts';

export function createBridge(context: FunctionContext, reach: Reach): Bridge {
  const { project, definition, caller: original } = reach.invocation;
  const own: Caller = { kind: 'secret', id: `function:${definition.name}` };

  const answer = (ask: BridgeAsk): Promise<BridgeReply> => {
    if (isData(ask)) return askRows(context.rows, { project, caller: ask.isAsCaller ? original : own }, ask);
    if (ask.op === 'storage.upload') return askStorage(context.storage, { project, caller: own }, ask);
    const { op, args } = ask;
    if (op === 'functions.invoke') return invokeNested(context, reach, args);
    if (op === 'functions.stream') return streamNested(context, reach, args);
    if (op === 'messages.send') return askInbox(context.inbox, { project, caller: own }, args);
    return askStorage(context.storage, { project, caller: own }, { op, args });
  };

  return async (ask) => {
    try {
      return await answer(ask);
    } catch (error) {
      return { refusal: refusalOf(error, context.onError) };
    }
  };
}

type DataAsk = Extract<BridgeAsk, { readonly table: string }>;

function isData(ask: BridgeAsk): ask is DataAsk {
  return ask.op.startsWith('data.');
}

/** What the function gets as an error: the same code, status and sentence as over HTTP, and nothing of its cause. */
function refusalOf(error: unknown, onError: (error: unknown) => void): Refusal {
  const { message, code, status, details } = failureOf(error);
  if (code === 'internal_error') onError(error);
  return { message, code, status, details };
}
