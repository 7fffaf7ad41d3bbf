/** The nonce of this page's answer: style sheets that libraries make at run time must carry it. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}
