import type { Problems } from '../../integrations/index.ts';

const URL_MAX = 2048;

export function readUrl(
  name: string,
  value: unknown,
  { isRequired, problems }: { readonly isRequired: boolean; readonly problems: Problems },
): string | undefined {
  if (value === undefined || value === null) {
    if (isRequired) problems[name] = 'is required';
    return undefined;
  }
  const url = typeof value === 'string' && value.length <= URL_MAX ? URL.parse(value) : null;
  const isFit = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isFit) problems[name] = 'must be an http(s) address';
  return String(value);
}
