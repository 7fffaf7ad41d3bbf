import { type Answer, type Call, pageAnswer, paragraph } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';

/** Whether the caller is a browser that goes to a page, not one that loads a part of it. */
export function wantsPage({ headers }: Pick<Call, 'headers'>): boolean {
  return headers.accept?.toLowerCase().includes('text/html') === true;
}

/** 404: a page for people, the usual failure for programs. */
export function nothingHere(call: Pick<Call, 'headers'>, appName = 'Not found'): Answer {
  const text = 'There is nothing at this address.';
  if (!wantsPage(call)) throw new ServiceError('not_found', text);
  return pageAnswer({ status: 404, appName, title: 'Page not found', body: paragraph(text) });
}

/** 404 as long as nothing was published. */
export function nothingPublished(call: Pick<Call, 'headers'>, appName: string): Answer {
  const text = 'No app has been published here yet.';
  if (!wantsPage(call)) throw new ServiceError('not_found', text);
  return pageAnswer({
    status: 404,
    appName,
    title: 'Nothing published yet',
    body: paragraph(text) + paragraph('Once its owner publishes one, it appears at this address.', 'hint'),
  });
}
