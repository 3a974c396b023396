import type { zh } from "./texts.zh.ts";

export const en = {
  "settings.updates.v010.signIn":
    "Sign-in: a second factor by an authenticator app, with recovery codes; your company's own OpenID Connect provider, with sub-users made by rule",
  "settings.updates.v010.config":
    "System configuration: logo, name and footer with a preview, and a sign-in page of your own",
  "settings.updates.v010.people":
    "People: registration with review, rights of sub-users, an operation log that proves itself, the personal centre",
  "settings.updates.v010.firmware":
    "Device firmware: signed images, rollouts in waves that can be paused, stopped and retried",
  "settings.updates.v010.rest": "Push rules, a watched inbox, recall of files on the terminal, UDS diagnosis",
  "settings.updates.title": "What is new in {version}",
  "settings.updates.notAgain": "Not again for {version}",
  "settings.updates.ok": "OK",
  "settings.updates.log": "Full log",
  "settings.updates.running": "this version",
} satisfies Record<keyof typeof zh, string>;
