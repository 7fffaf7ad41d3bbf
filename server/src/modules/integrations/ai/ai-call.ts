import type { Template } from '../../functions/index.ts';
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
      const request = readAiRequest(call.payload);
      return await prepareCall(context, call, {
        kind: 'ai',
        perHour: context.settings(call.project).limits.ai_calls_per_user_hour,
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
