import { Type } from 'typebox';
import type { Project } from '../../../callers/index.ts';
import {
  type Answer,
  type Call,
  openRoute,
  pageAnswer,
  paragraph,
  type Route,
  readBytes,
} from '../../../http/index.ts';
import { layOut, layOutButton, layOutParagraph } from '../../../mail/templates/index.ts';
import { openSealed, seal } from '../../../platform/crypto.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';
import type { InboxContext } from '../inbox-context.ts';

const PATH = '/api/baas/:project_id/messages/notify-email';
const MAIL_KIND = 'notify_email';
const VALID_MS = 7 * 24 * 60 * 60_000;
const FORM_BYTES_MAX = 4096;

/** Content of the link in the mail. Nothing is stored until the link comes back. */
interface Confirmation {
  readonly email: string;
  readonly untilMs: number;
}

/** Does nothing when such a mail was sent recently. */
export async function askToConfirm(context: InboxContext, project: Project, email: string): Promise<void> {
  if (!(await context.mayMail(project, MAIL_KIND, email))) return;
  const confirmation: Confirmation = { email, untilMs: context.clock.now() + VALID_MS };
  const token = seal(context.masterKey, contextOf(project), JSON.stringify(confirmation));
  const link = `${context.addresses.projectUrl(project.id)}/messages/notify-email?token=${encodeURIComponent(token)}`;
  const step = await context.mail.sendLater({
    store: project.store,
    to: email,
    fromName: project.name,
    ...mailText(project.name, link),
  });
  await context.database.write(project.store, [step]);
}

function mailText(appName: string, link: string): { subject: string; text: string; html: string } {
  const subject = `Messages of ${appName}`;
  const sentence = `${appName} wants to send its messages to this address. Nothing is sent unless you confirm it.`;
  return {
    subject,
    text: `${sentence}\n\nConfirm: ${link}\n`,
    html: layOut({
      appName: escapeHtml(appName),
      title: escapeHtml(subject),
      preview: escapeHtml(sentence),
      body: [layOutParagraph(escapeHtml(sentence)), layOutButton('Confirm', escapeHtml(link))].join('\n'),
    }),
  };
}

/** The page behind the link, and its form. Opening the page confirms nothing, because programs open links too. */
export function confirmAddressRoutes(context: InboxContext): readonly Route[] {
  return [
    openRoute({
      method: 'GET',
      path: PATH,
      isPage: true,
      id: 'showNotifyEmailPage',
      summary: 'Shows the page that confirms an address for messages, without using up its token',
      documentedQuery: Type.Object({ token: Type.String() }),
      responses: { 200: Type.String() },
      handle: async (call) => {
        const project = await requireProject(context, call);
        const token = new URLSearchParams(call.search).get('token') ?? '';
        const confirmation = readToken(context, project, token);
        return confirmation === undefined ? deadPage(project) : formPage(project, confirmation, token);
      },
    }),
    openRoute({
      method: 'POST',
      path: PATH,
      isPage: true,
      id: 'submitNotifyEmailPage',
      summary: 'Confirms an address for messages',
      body: 'stream',
      documentedBody: Type.Object({ token: Type.String() }),
      responses: { 200: Type.String() },
      handle: (call) => submit(context, call),
    }),
  ];
}

async function submit(context: InboxContext, call: Call): Promise<Answer> {
  const project = await requireProject(context, call);
  const form = new URLSearchParams(Buffer.from(await readBytes(call.raw, FORM_BYTES_MAX)).toString('utf8'));
  const confirmation = readToken(context, project, form.get('token') ?? '');
  if (confirmation === undefined) return deadPage(project);
  const { ip, requestId } = call;
  const isDone = await context.confirmNotifyEmail(project, { email: confirmation.email, author: { ip, requestId } });
  if (!isDone) return deadPage(project);
  const text = `Messages of ${project.name} are sent to ${confirmation.email} from now on.`;
  return pageAnswer({ status: 200, appName: project.name, title: 'Address confirmed', body: paragraph(text) });
}

function formPage(project: Project, { email }: Confirmation, token: string): Answer {
  const text = `${project.name} wants to send its messages to ${email}.`;
  const form = `<form method="post" action="?"><input type="hidden" name="token" value="${escapeHtml(token)}"><button>Confirm</button></form>`;
  return pageAnswer({
    status: 200,
    appName: project.name,
    title: 'Confirm this address',
    body: paragraph(text) + form,
  });
}

function deadPage(project: Project): Answer {
  const text = 'It is too old, or another address was chosen. Whoever manages the project can send a new one.';
  const title = 'This link is no longer valid';
  return pageAnswer({ status: 400, appName: project.name, title, body: paragraph(text) });
}

function readToken({ masterKey, clock }: InboxContext, project: Project, token: string): Confirmation | undefined {
  const text = openSealed(masterKey, contextOf(project), token);
  const confirmation = text === undefined ? undefined : (JSON.parse(text) as Confirmation);
  return confirmation !== undefined && confirmation.untilMs > clock.now() ? confirmation : undefined;
}

async function requireProject(context: InboxContext, { params }: Call): Promise<Project> {
  const project = await context.findProject(params['project_id'] ?? '');
  if (project === undefined) throw new ServiceError('project_not_found', 'There is no such project.');
  return project;
}

function contextOf({ store }: Project): string {
  return `${store} inbox.notify_email`;
}
