import { ServiceError } from '../../../platform/errors.ts';
import type { Template, TemplateCall } from '../../functions/index.ts';
import type { IntegrationsContext } from '../integrations-context.ts';
import { prepareCall } from '../prepare-call.ts';
import { requireText } from '../providers/connection.ts';
import { aiProviders } from './ai-providers.ts';
import { requireFit } from './output-schema.ts';
import { readAiRequest } from './read-ai-request.ts';

/** `ai_call {prompt | messages, system?, model?, temperature?, max_tokens?, json_schema?}` → `{text, object?, model, usage}` */
export function createAiCall(context: IntegrationsContext): Template {
  return {
    name: 'ai_call',
    description: 'Asks the AI model of this project.',
    isConnected: ({ store }) => context.connections.has(store, 'ai'),
    async prepare(call) {
      requireVerifiedAddress(call);
      const request = readAiRequest(call.payload);
      return await prepareCall(context, call, {
        kind: 'ai',
        perHour: context.settings(call.project).limits.ai_calls_per_user_hour,
        perDay: context.settings(call.project).limits.ai_per_day,
        async ask({ connection }, ask, onText) {
          const provider = aiProviders.find(({ name }) => name === connection.provider);
          if (provider === undefined) throw new Error(`There is no AI provider ${connection.provider}.`);
          const model = request.model ?? requireText(connection, 'model');
          const answer = await provider.complete(connection, { ...request, model }, { ...ask, onText });
          if (request.schema === undefined) return answer;
          const { text, ...rest } = answer;
          return { text, object: requireFit(request.schema, text), ...rest };
        },
      });
    },
  };
}

/** Accounts with invented addresses cost nothing, so they must not spend the owner's money. Throws `email_not_verified`. */
function requireVerifiedAddress({ caller, isNested }: TemplateCall): void {
  if (isNested || caller.kind === 'secret') return;
  if (caller.kind === 'user' && caller.user.verifiedEmail !== null) return;
  throw new ServiceError('email_not_verified', 'Confirm your e-mail address before you ask the AI model.');
}
