import { type Command, text } from '../../command/command.ts';
import { listResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';

interface SimulatedStory {
  readonly events: readonly { readonly type: string; readonly created: string; readonly status: number }[];
}

const simulate: Command = {
  name: 'payments simulate',
  args: ['<story>'],
  summary: 'Send the signed events of a made-up story to the project',
  more:
    'Stories: checkout, card_fails_then_bank_pays, partial_refunds, dispute, abandoned, trial, subscription. ' +
    'They need a connection with a test key, and their rows are of the test mode. ' +
    'test_event goes with any key and makes no row.',
  options: [{ flags: '--user <id>', text: 'the user who buys' }],
  examples: [
    'payments simulate checkout',
    'payments simulate test_event',
    'payments simulate subscription --user 0199c0de-0000-7000-8000-000000000000',
  ],
  async run(context, [story = ''], flags) {
    const { api, base } = await projectApi(context);
    const user = text(flags, 'user');
    const json = { story, ...(user !== undefined && { user_id: user }) };
    const { data } = await api.call<SimulatedStory>(`${base}/payments/simulate`, { method: 'POST', json });
    return listResult({ data: data.events, count: data.events.length }, ['created', 'type', 'status']);
  },
};

export const paymentCommands: readonly Command[] = [simulate];
