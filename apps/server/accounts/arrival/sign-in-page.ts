const SIGN_IN_PATH = "/Login";

/** The sign-in page of the site that an address is of; undefined where it is no site of ours. */
export function signInPage(address: string, publicUrl: string | undefined): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, protocol } = new URL(address);
  const isOurs = publicUrl === undefined || new URL(publicUrl).origin === origin;
  return isOurs && /^https?:$/.test(protocol) ? `${origin}${SIGN_IN_PATH}` : undefined;
}
