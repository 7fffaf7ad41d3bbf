import { Type } from 'typebox';
import { FieldProblem } from '../../database/schema/index.ts';
import { createValidator } from '../../http/index.ts';
import { parseEmail } from '../../platform/email.ts';
import { validationFailed } from '../../platform/errors.ts';
import { metadataText, plainText } from './message-values.ts';

export const BODY_CHARACTERS_MAX = 5000;
const NAME_CHARACTERS_MAX = 200;

const optionalText = (description: string) => Type.Optional(Type.Union([Type.String({ description }), Type.Null()]));

export const messageBody = Type.Object({
  body: Type.String({ description: `1 to ${BODY_CHARACTERS_MAX} characters (Unicode code points), not only blanks.` }),
  from_name: optionalText(`At most ${NAME_CHARACTERS_MAX} characters in one line.`),
  from_email: optionalText('Ignored when the sender is signed in.'),
  metadata: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'At most 16 KB of JSON.' })),
  captcha_token: optionalText('The token that the captcha gave to the page, if the project has one.'),
  _gotcha: optionalText('A field that people do not see: a sender that fills it in sends spam.'),
});

export interface ReadMessage {
  readonly body: string;
  readonly fromName: string | null;
  readonly fromEmail: string | null;
  readonly metadata: string;
  readonly captchaToken: string | null;
  /** Whether the trap field, which only programs fill in, was filled in. */
  readonly isTrapped: boolean;
}

interface SentMessage {
  readonly body: string;
  readonly from_name?: string | null;
  readonly from_email?: string | null;
  readonly metadata?: object;
  readonly captcha_token?: string | null;
  readonly _gotcha?: string | null;
}

const check = createValidator(messageBody);

/** Throws `validation_failed` with every invalid field. Blank optional fields count as not sent. */
export function readMessage(sent: unknown): ReadMessage {
  check(sent);
  const message = sent as SentMessage;
  const problems: Record<string, string> = {};
  const read = <Value>(field: string, value: () => Value): Value | undefined => {
    try {
      return value();
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems[field] = error.message;
      return undefined;
    }
  };
  const body = read('body', () => readBody(message.body));
  const fromName = read('from_name', () => readName(message.from_name));
  const fromEmail = read('from_email', () => readAddress(message.from_email));
  const metadata = read('metadata', () => metadataText(message.metadata ?? {}));
  if (body === undefined || fromName === undefined || fromEmail === undefined || metadata === undefined)
    throw validationFailed(problems);
  return {
    body,
    fromName,
    fromEmail,
    metadata,
    captchaToken: message.captcha_token ?? null,
    isTrapped: (message._gotcha ?? '') !== '',
  };
}

function readBody(text: string): string {
  if (text.trim() === '') throw new FieldProblem('must not be blank');
  if (isLonger(text, BODY_CHARACTERS_MAX))
    throw new FieldProblem(`must have at most ${BODY_CHARACTERS_MAX} characters`);
  return plainText(text);
}

function readName(text: string | null | undefined): string | null {
  const name = text?.trim() ?? '';
  if (name === '') return null;
  if (isLonger(name, NAME_CHARACTERS_MAX))
    throw new FieldProblem(`must have at most ${NAME_CHARACTERS_MAX} characters`);
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) throw new FieldProblem('must be one line without control characters');
  return plainText(name);
}

function readAddress(text: string | null | undefined): string | null {
  if (text === undefined || text === null || text.trim() === '') return null;
  const address = parseEmail(text);
  if (address === undefined) throw new FieldProblem('must be an e-mail address');
  return address;
}

function isLonger(text: string, charactersMax: number): boolean {
  return text.length > charactersMax && (text.length > 2 * charactersMax || Array.from(text).length > charactersMax);
}
