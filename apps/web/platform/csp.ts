/** The nonce of this response: the server writes it into the page, and parts that insert styles must carry it. */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || undefined;
}
