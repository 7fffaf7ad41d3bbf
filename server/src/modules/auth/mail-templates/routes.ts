import { type Static, Type } from 'typebox';
import { isInstanceOperator } from '../../../callers/index.ts';
import {
  type Answer,
  type MemberCall,
  memberRoute,
  type Route,
  readIfMatch,
  requireUnchanged,
} from '../../../http/index.ts';
import {
  problemsOfTemplate,
  renderUserMail,
  TEMPLATE_KINDS,
  TEMPLATE_LENGTHS,
  TEMPLATES,
  type Template,
  type TemplateKind,
} from '../../../mail/templates/index.ts';
import { parseEmail } from '../../../platform/email.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { sampleValues } from './sample-values.ts';
import type { TemplateContext } from './template-context.ts';

const ALL = '/api/cloud/projects/:project_id/mail-templates';
const ONE = `${ALL}/:kind`;

const templatePatch = Type.Object({
  subject: Type.Optional(Type.String({ maxLength: TEMPLATE_LENGTHS.subject })),
  text: Type.Optional(Type.String({ maxLength: TEMPLATE_LENGTHS.text })),
  button: Type.Optional(Type.String({ maxLength: TEMPLATE_LENGTHS.button })),
  html: Type.Optional(
    Type.Union([Type.String({ maxLength: TEMPLATE_LENGTHS.html }), Type.Null()], {
      description: 'null: the service derives it from the text.',
    }),
  ),
});

const templateRecord = Type.Object({
  kind: Type.Enum([...TEMPLATE_KINDS]),
  description: Type.String(),
  variables: Type.Array(Type.String()),
  subject: Type.String(),
  text: Type.String(),
  button: Type.String(),
  html: Type.Union([Type.String(), Type.Null()]),
  is_default: Type.Boolean(),
  updated_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});

const oneTemplate = Type.Object({ data: templateRecord, count: Type.Literal(1) });

const preview = Type.Object({
  data: Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() }),
  count: Type.Literal(1),
});

export function mailTemplateRoutes(context: TemplateContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: ALL,
      id: 'listMailTemplates',
      summary: 'Lists the mails that users of the project get, with their texts',
      role: 'viewer',
      responses: { 200: Type.Object({ data: Type.Array(templateRecord), count: Type.Integer() }) },
      handle: (call) => listTemplates(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: ONE,
      id: 'getMailTemplate',
      summary: 'Returns the text of a mail',
      role: 'viewer',
      responses: { 200: oneTemplate },
      handle: async (call) => answerOne(context, call, requireKind(call)),
    }),
    memberRoute({
      method: 'PUT',
      path: ONE,
      id: 'setMailTemplate',
      summary: 'Sets the project’s own text of a mail; parts that are not sent keep the default text',
      role: 'admin',
      body: templatePatch,
      responses: { 200: oneTemplate },
      handle: (call) => setTemplate(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: ONE,
      id: 'resetMailTemplate',
      summary: 'Resets a mail to its default text',
      role: 'admin',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: async (call) => {
        await requireSeen(context, call);
        const isReset = await context.reset(call, call.project, requireKind(call));
        return { status: 200, body: { count: isReset ? 1 : 0 } };
      },
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/preview`,
      id: 'previewMailTemplate',
      summary:
        'Previews a mail with sample values, from the text that is sent or the active one; saves and mails nothing',
      role: 'viewer',
      body: templatePatch,
      responses: { 200: preview },
      handle: (call) => previewTemplate(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/test`,
      id: 'testMailTemplate',
      summary: 'Mails the text that is sent, or the active one, with sample values; by default to the caller',
      role: 'admin',
      body: Type.Object({ ...templatePatch.properties, to: Type.Optional(Type.String({ maxLength: 320 })) }),
      isBodyOptional: true,
      responses: { 202: Type.Object({ count: Type.Integer() }) },
      handle: (call) => testTemplate(context, call),
    }),
  ];
}

type TemplatePatch = Static<typeof templatePatch>;

async function listTemplates(context: TemplateContext, { project }: MemberCall): Promise<Answer> {
  const chosen = await context.chosen(project.store);
  const data = TEMPLATE_KINDS.map((kind) => recordOf(kind, chosen.get(kind)));
  return { status: 200, body: { data, count: data.length } };
}

async function answerOne(context: TemplateContext, { project }: MemberCall, kind: TemplateKind): Promise<Answer> {
  const chosen = await context.chosen(project.store);
  return { status: 200, body: { data: recordOf(kind, chosen.get(kind)), count: 1 } };
}

async function setTemplate(context: TemplateContext, call: MemberCall<unknown, TemplatePatch>): Promise<Answer> {
  const kind = requireKind(call);
  if (Object.keys(call.body).length === 0) throw validationFailed({ body: 'must change something' });
  await requireSeen(context, call);
  await context.set(call, call.project, kind, requireFit(kind, { ...TEMPLATES[kind].template, ...call.body }));
  return await answerOne(context, call, kind);
}

/** Throws `conflict` when another operator has changed the template since the caller read it. */
async function requireSeen(context: TemplateContext, call: MemberCall): Promise<void> {
  const seen = readIfMatch(call.headers);
  if (seen === undefined) return;
  const kind = requireKind(call);
  const current = recordOf(kind, (await context.chosen(call.project.store)).get(kind));
  requireUnchanged(seen, current.updated_at ?? undefined, () => current);
}

async function previewTemplate(context: TemplateContext, call: MemberCall<unknown, TemplatePatch>): Promise<Answer> {
  const template = await templateSent(context, call, call.body);
  const rendered = renderUserMail(template, sampleValues(requireKind(call), call.project));
  return { status: 200, body: { data: rendered, count: 1 } };
}

async function testTemplate(
  context: TemplateContext,
  call: MemberCall<unknown, TemplatePatch & { readonly to?: string }>,
): Promise<Answer> {
  const { project, operator } = call;
  const { to: wanted = operator.kind === 'admin' ? undefined : operator.email, ...draft } = call.body;
  if (wanted === undefined) throw validationFailed({ to: 'is required with the admin token, which has no address' });
  const to = parseEmail(wanted);
  if (to === undefined) throw validationFailed({ to: 'must be an e-mail address' });
  await requireKnownReader(context, call, to);
  const kind = requireKind(call);
  const template = await templateSent(context, call, draft);
  const rendered = renderUserMail(template, { ...sampleValues(kind, project), email: to });
  await context.sendTest(call, project, { kind, to, ...rendered });
  return { status: 202, body: { count: 1 } };
}

/** The author of a test mail controls its text, so strangers must not receive it. Throws `forbidden`. */
async function requireKnownReader(
  { isMember }: TemplateContext,
  { project, operator }: MemberCall<unknown, unknown>,
  to: string,
): Promise<void> {
  if (isInstanceOperator(operator)) return;
  const isOwn = operator.kind === 'account' && operator.email === to;
  if (isOwn || (await isMember(project, to))) return;
  throw new ServiceError('forbidden', 'A test goes to your own address or to a member of the project.');
}

async function templateSent(context: TemplateContext, call: MemberCall, draft: TemplatePatch): Promise<Template> {
  const kind = requireKind(call);
  const { template: usual } = TEMPLATES[kind];
  if (Object.keys(draft).length > 0) return requireFit(kind, { ...usual, ...draft });
  return (await context.chosen(call.project.store)).get(kind)?.template ?? usual;
}

function requireKind({ params }: MemberCall): TemplateKind {
  const kind = TEMPLATE_KINDS.find((known) => known === params['kind']);
  if (kind === undefined) throw new ServiceError('not_found', 'There is no such mail.');
  return kind;
}

function requireFit(kind: TemplateKind, template: Template): Template {
  const problems = problemsOfTemplate(kind, template);
  if (Object.keys(problems).length > 0) throw validationFailed(problems);
  return template;
}

function recordOf(
  kind: TemplateKind,
  chosen: { readonly template: Template; readonly changedAt: string | null } | undefined,
): Static<typeof templateRecord> {
  const { description, variables, template } = TEMPLATES[kind];
  return {
    kind,
    description,
    variables: [...variables],
    ...(chosen?.template ?? template),
    is_default: chosen === undefined,
    updated_at: chosen?.changedAt ?? null,
  };
}
