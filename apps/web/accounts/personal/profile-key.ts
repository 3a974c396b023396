import type { Profile } from "@canopy/contract/accounts/personal";

/**
 * What the form of a profile shows: with another one it begins anew, so that saving never brings back what was there
 * before. Phone and e-mail are changed beside it: what is being typed stays.
 */
export function profileKey({ phone: _phone, email: _email, ...shown }: Profile): string {
  return JSON.stringify(shown);
}
