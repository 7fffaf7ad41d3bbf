import { wrongUse } from '../../outcome/failure.ts';

export const EVENTS = ['insert', 'update', 'delete'];
export const EVENTS_TEXT = `some of ${EVENTS.join(', ')}, by commas; all when not said`;

export function requireEvents(list: string | undefined): readonly string[] | undefined {
  const events = list?.split(',').filter((event) => event !== '');
  const unknown = events?.find((event) => !EVENTS.includes(event));
  if (unknown !== undefined) throw wrongUse(`"${unknown}" is no event: it is ${EVENTS.join(', ')}.`);
  return events;
}
