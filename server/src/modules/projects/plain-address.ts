/** An http(s) address without credentials. Whether it may be reached is judged when it is dialled. */
export function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
  );
}
