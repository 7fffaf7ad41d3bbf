import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller, Project } from '../../../../callers/index.ts';
import { withChangeDepth } from '../../../../database/index.ts';
import { failureOf } from '../../../../http/index.ts';
import { ServiceError } from '../../../../platform/errors.ts';
import type { Bridge, BridgeAsk, BridgeReply, Refusal } from '../../runtime/index.ts';
import type { ExecutionContext } from '../invocation/execution-context.ts';
import { askInbox } from './ask-inbox.ts';
import { askRows } from './ask-rows.ts';
import { askStorage } from './ask-storage.ts';
import { invokeNested, type RunReach, streamNested } from './invoke-nested.ts';
import { orderFromFunction } from './order-from-function.ts';

export function createBridge(context: ExecutionContext, reach: RunReach): Bridge {
  const { project, definition, caller: original } = reach.invocation;
  const own: Caller = { kind: 'secret', id: `function:${definition.name}` };

  const answer = async (ask: BridgeAsk): Promise<BridgeReply> => {
    if (isData(ask)) {
      const caller = ask.isAsCaller ? await presentCaller(context, project, original) : own;
      return askRows(context.rows, { project, caller }, ask);
    }
    if (ask.op === 'storage.upload') return askStorage(context.storage, { project, caller: own }, ask);
    const { op, args } = ask;
    if (op === 'functions.invoke') return invokeNested(context, reach, args);
    if (op === 'functions.later') return orderFromFunction(context, reach.invocation, args);
    if (op === 'functions.stream') return streamNested(context, reach, args);
    if (op === 'messages.send') return askInbox(context.inbox, { project, caller: own }, args);
    return askStorage(context.storage, { project, caller: own }, { op, args });
  };

  const { changeDepth = 0 } = reach.invocation;
  // Requests arrive on a channel that calls share; their spans belong to the call that made them.
  const inCall = AsyncLocalStorage.snapshot();
  return async (ask) => {
    try {
      return await inCall(() => withChangeDepth(changeDepth, () => answer(ask)));
    } catch (error) {
      return { refusal: refusalOf(error, context.onError) };
    }
  };
}

/** A call may last for minutes, so the user's state and role are read again for each request. */
async function presentCaller({ renewUser }: ExecutionContext, project: Project, caller: Caller): Promise<Caller> {
  if (caller.kind !== 'user') return caller;
  const user = await renewUser(project, caller.user);
  if (user === undefined) throw new ServiceError('not_authenticated', 'The user of this call no longer exists.');
  return { kind: 'user', user };
}

type DataAsk = Extract<BridgeAsk, { readonly table: string }>;

function isData(ask: BridgeAsk): ask is DataAsk {
  return ask.op.startsWith('data.');
}

/** The error that the function gets: the same code, status and message as over HTTP, without its cause. */
function refusalOf(error: unknown, onError: (error: unknown) => void): Refusal {
  const { message, code, status, details } = failureOf(error);
  if (code === 'internal_error') onError(error);
  return { message, code, status, details };
}
