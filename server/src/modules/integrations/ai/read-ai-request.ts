import { type Fields, type Problems, readPayload, readText } from '../payload.ts';
import type { AiMessage, AiRequest } from './ai-provider.ts';
import { requireOutputSchema } from './output-schema.ts';

const MESSAGES_MAX = 200;
const MODEL_MAX = 200;
const TOKENS_MAX = 200_000;
const TEMPERATURE_MAX = 2;
const FIELDS = ['prompt', 'messages', 'system', 'model', 'temperature', 'max_tokens', 'json_schema'];
const ROLES = ['user', 'assistant', 'system'];

export type AskedAi = Omit<AiRequest, 'model'> & { readonly model: string | undefined };

export function readAiRequest(payload: unknown): AskedAi {
  const { schema, ...asked } = readPayload(payload, FIELDS, readFields);
  return { ...asked, schema: schema == null ? undefined : requireOutputSchema(schema) };
}

function readFields(fields: Fields, problems: Problems) {
  const asked = {
    ...readMessages(fields, problems),
    model: readText('model', fields['model'], problems),
    temperature: readNumber('temperature', fields['temperature'], { max: TEMPERATURE_MAX, problems }),
    maxTokens: readNumber('max_tokens', fields['max_tokens'], { max: TOKENS_MAX, min: 1, isWhole: true, problems }),
    schema: fields['json_schema'],
  };
  if (asked.model !== undefined && asked.model.length > MODEL_MAX)
    problems['model'] = `must have at most ${MODEL_MAX} characters`;
  return asked;
}

function readMessages(fields: Fields, problems: Problems): Pick<AskedAi, 'system' | 'messages'> {
  const system = readText('system', fields['system'], problems);
  const { prompt, messages } = fields;
  if ((prompt == null) === (messages == null)) {
    problems['prompt'] = 'or messages is required, one of them';
    return { system, messages: [] };
  }
  if (messages == null) {
    const content = readText('prompt', prompt, problems) ?? '';
    if (content.trim() === '') problems['prompt'] ??= 'must not be empty';
    return { system, messages: [{ role: 'user', content }] };
  }
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MESSAGES_MAX) {
    problems['messages'] = `must be a list of 1 to ${MESSAGES_MAX} messages`;
    return { system, messages: [] };
  }
  const systems: string[] = system === undefined ? [] : [system];
  const read: AiMessage[] = [];
  for (const [index, message] of (messages as readonly unknown[]).entries()) {
    const { role, content, ...others } = Object(message) as Fields;
    if (typeof role !== 'string' || !ROLES.includes(role) || Object.keys(others).length > 0)
      problems[`messages.${index}`] = `must be {role, content} with the role ${ROLES.join(', ')}`;
    const said = readText(`messages.${index}.content`, content, problems) ?? '';
    if (said === '') problems[`messages.${index}.content`] ??= 'must not be empty';
    if (role === 'system') systems.push(said);
    else read.push({ role: role === 'assistant' ? 'assistant' : 'user', content: said });
  }
  if (read.length === 0) problems['messages'] ??= 'must hold a message of the user';
  return { system: systems.length === 0 ? undefined : systems.join('\n\n'), messages: read };
}

interface Range {
  readonly min?: number;
  readonly max: number;
  readonly isWhole?: true;
  readonly problems: Problems;
}

function readNumber(name: string, value: unknown, { min = 0, max, isWhole, problems }: Range): number | undefined {
  if (value === undefined || value === null) return undefined;
  const isFit =
    typeof value === 'number' && value >= min && value <= max && (isWhole !== true || Number.isInteger(value));
  if (!isFit) problems[name] = `must be a ${isWhole === true ? 'whole ' : ''}number from ${min} to ${max}`;
  return isFit ? value : undefined;
}
