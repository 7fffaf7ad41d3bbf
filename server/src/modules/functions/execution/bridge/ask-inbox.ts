import type { Caller, Project } from '../../../../callers/index.ts';
import type { Inbox } from '../../../inbox/index.ts';
import type { BridgeReply } from '../../runtime/index.ts';

export async function askInbox(
  inbox: Pick<Inbox, 'send'>,
  { project, caller }: { readonly project: Project; readonly caller: Caller },
  [message]: readonly unknown[],
): Promise<BridgeReply> {
  const delivery = await inbox.send(project, caller, message);
  const told = delivery.delivered ? { delivered: true, id: delivery.id } : delivery;
  return { json: JSON.stringify(told) };
}
