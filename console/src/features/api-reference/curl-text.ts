import type { ApiCall } from './api-call.ts';

interface CurlPlace {
  readonly baseUrl: string;
  readonly key: string;
}

export function curlText({ method, path, body, headers, form }: ApiCall, { baseUrl, key }: CurlPlace): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(baseUrl + path)}`,
    `-H "Authorization: Bearer ${key}"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(form === undefined ? [] : ["-F 'file=@path/to/file'"]),
    ...(form ?? []).map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
