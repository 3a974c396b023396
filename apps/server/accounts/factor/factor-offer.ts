import type { FactorOffer } from "@canopy/contract/accounts/second-factor";
import { qrSvg } from "./qr-code.ts";
import { keyUri } from "./totp.ts";

/** A key as an app takes it: typed, as a link, or by its picture. */
export function offerOf(secret: string, account: string): FactorOffer {
  const uri = keyUri(secret, account);
  return { secret, uri, picture: qrSvg(uri) };
}
