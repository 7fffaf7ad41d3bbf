/** An http(s) address without credentials. Whether the service may connect to it is checked at connection time. */
export function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
  );
}
