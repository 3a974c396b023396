import type { zh } from "./texts.zh.ts";

export const en = {
  "accounts.oidc.joins":
    "A person with a checked e-mail enters as the sub-user with that address, and keeps its rights",
  "accounts.oidc.on": "Let people sign in with the company's own provider",
  "accounts.oidc.note":
    "OpenID Connect: whoever comes for the first time becomes a sub-user by the rules, without a password. The primary account always signs in by password.",
  "accounts.oidc.issuer": "Issuer",
  "accounts.oidc.clientId": "Client ID",
  "accounts.oidc.secret": "Client secret",
  "accounts.oidc.secretKept": "Kept; leave it empty to keep it",
  "accounts.oidc.scopes": "Scopes",
  "accounts.oidc.redirect": "Redirect URI",
  "accounts.oidc.address": "Sign-in address",
  "accounts.oidc.rules": "Rules, from the top: the first that fits decides; nobody enters whom none fits",
  "accounts.oidc.claim": "Claim",
  "accounts.oidc.value": "Value (empty: any)",
  "accounts.oidc.tenantLevel": "Tenant-wide",
  "accounts.oidc.deviceLevel": "All devices",
  "accounts.oidc.level.none": "none",
  "accounts.oidc.level.read": "readable",
  "accounts.oidc.level.write": "read-write",
  "accounts.oidc.addRule": "Add a rule",
  "accounts.oidc.removeRule": "Remove the rule",
  "accounts.oidc.save": "Save",
  "accounts.oidc.check": "Check",
  "accounts.oidc.checked": "The provider answers: {address}",
  "accounts.oidc.remove": "Remove",
  "accounts.oidc.failed": "The company sign-in could not be read",
  "accounts.oidc.removeTitle": "Remove the company sign-in?",
  "accounts.oidc.removeNote": "Sub-users who sign in this way cannot sign in until it is set up again.",
} satisfies Record<keyof typeof zh, string>;
