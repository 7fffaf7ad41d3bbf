import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../../callers/index.ts';
import { type Answer, type Failure, failureOf, linkButton, pageAnswer, paragraph } from '../../../http/index.ts';
import type { InboxContext } from '../inbox-context.ts';
import type { Delivery } from '../send-message.ts';
import { readSourceUrl } from '../source-url.ts';

const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ['body', 'Your message'],
  ['from_name', 'Your name'],
  ['from_email', 'Your address'],
]);

export function deliveryPage(
  context: Pick<InboxContext, 'origins'>,
  call: { readonly project: Project; readonly headers: IncomingHttpHeaders },
  { delivered }: Delivery,
): Answer {
  const { project } = call;
  const text = delivered
    ? `Thank you. Your message has reached ${project.name}.`
    : `${project.name} does not accept messages at the moment. Yours was not sent.`;
  return pageAnswer({
    status: delivered ? 201 : 200,
    appName: project.name,
    title: delivered ? 'Message sent' : 'Message not sent',
    body: `${paragraph(text)}${backLink(context, call)}`,
  });
}

/** Rethrows internal errors, so that they are logged. */
export function failurePage({ project }: { readonly project: Project }, error: unknown): Answer {
  const failure = failureOf(error);
  if (failure.isOurs) throw error;
  const { status, headers } = failure;
  const page = pageAnswer({
    status,
    appName: project.name,
    title: 'Message not sent',
    body: `${problemsOf(failure)}${paragraph('Your text is still there when you go back.')}`,
  });
  return { ...page, headers: { ...page.headers, ...headers } };
}

function problemsOf({ message, details }: Failure): string {
  const fields = details?.['fields'];
  if (typeof fields !== 'object' || fields === null) return paragraph(message, 'bad');
  return Object.entries(fields)
    .map(([name, problem]) => paragraph(`${FIELD_NAMES.get(name) ?? name} ${String(problem)}.`, 'bad'))
    .join('');
}

/** Links only to pages of the project; otherwise a foreign page could use this one to advertise itself. */
function backLink(
  { origins }: Pick<InboxContext, 'origins'>,
  { project, headers }: { readonly project: Project; readonly headers: IncomingHttpHeaders },
): string {
  const page = readSourceUrl(headers);
  if (page === null || !origins.isAllowed(project, new URL(page).origin)) return '';
  return linkButton(page, 'Back to the page');
}
