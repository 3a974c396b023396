import type { OidcRule } from "@canopy/contract/accounts/oidc";
import type { Claims } from "./oidc-client.ts";

/** The first rule whose claim fits: equal as text, in a list, or there at all where the value is empty. */
export function ruleOf(rules: readonly OidcRule[], claims: Claims): OidcRule | undefined {
  return rules.find(({ claim, value }) => {
    const found = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    const list = (Array.isArray(found) ? found : [found]).filter(isPlain).map(String);
    return value === "" ? list.length > 0 : list.includes(value);
  });
}

function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

const NAME_MIN = 4;
/** Room for a number behind a name that is taken. */
const NAME_MAX = 28;

/** USR-02: 4-32 letters, digits and _, made of what the provider calls the person. */
export function nameOf({ preferred_username, email, sub }: Claims): string {
  for (const called of [preferred_username, typeof email === "string" ? email.split("@")[0] : undefined, sub]) {
    const name = typeof called === "string" ? called.replace(/[^A-Za-z0-9_]+/g, "_").slice(0, NAME_MAX) : "";
    if (name.replaceAll("_", "").length > 0) return name.padEnd(NAME_MIN, "_");
  }
  return "user";
}

/** As the sub-user's card shows it; an address that the provider has not checked is left out. */
export function contactOf({ name, email, email_verified }: Claims): { nickName: string; email: string } {
  const isChecked = typeof email === "string" && email_verified === true && email.length <= 128;
  return { nickName: typeof name === "string" ? name.trim().slice(0, 20) : "", email: isChecked ? email : "" };
}
