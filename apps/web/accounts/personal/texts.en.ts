import type { zh } from "./texts.zh.ts";

export const en = {
  "accounts.personal.profile": "Profile",
  "accounts.personal.contact": "Phone and e-mail",
  "accounts.personal.password": "Password",
  "accounts.personal.data": "Own data",
  "accounts.personal.signInName": "Sign-in name",
  "accounts.personal.tenant": "Tenant",
  "accounts.personal.merchantCode": "Merchant ID",
  "accounts.personal.invitation": "Invitation link",
  "accounts.personal.registrations": "Registrations of owners",
  "accounts.personal.save": "Save",
  "accounts.personal.phone": "Phone",
  "accounts.personal.email": "E-mail",
  "accounts.personal.none": "not set",
  "accounts.personal.change": "Change",
  "accounts.personal.changePhone": "Change the phone",
  "accounts.personal.changeEmail": "Change the e-mail",
  "accounts.personal.newPhone": "New phone",
  "accounts.personal.newEmail": "New e-mail",
  "accounts.personal.emailCode": "E-mail code",
  "accounts.personal.oldPassword": "Current password",
  "accounts.personal.changePassword": "Change the password",
  "accounts.personal.passwordSaved": "The password was changed; other sessions ended: {count}",
  "accounts.personal.sessions": "My sessions",
  "accounts.personal.tokens": "Access tokens",
  "accounts.personal.export": "Export my data",
  "accounts.personal.exportNote":
    "Profile, sessions, tokens, device rights, messages and operations, as JSON, without passwords.",
  "accounts.personal.close": "Close the account…",
  "accounts.personal.closeTitle": "Close the account {name}?",
  "accounts.personal.closeSub":
    "{sessions} sessions end and {tokens} tokens are revoked; the account and its device rights are deleted at once and cannot be brought back.",
  "accounts.personal.closeTenant":
    "The whole tenant is closed: {sessions} sessions end, {tokens} tokens stop, {subUsers} sub-users cannot sign in, {devices} devices are cut off; the operator then erases the data.",
  "accounts.personal.closeAction": "Close the account",
  "accounts.personal.failed": "The profile could not be read",
} satisfies Record<keyof typeof zh, string>;
