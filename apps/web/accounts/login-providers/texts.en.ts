import type { zh } from "./texts.zh.ts";

export const en = {
  "accounts.loginProviders.title": "Sign-in over other sites",
  "accounts.loginProviders.lead":
    "The sign-in page offers the sites that are on; the first use binds a person to an account. A company's own OpenID sign-in is set by its manager in System configuration.",
  "accounts.loginProviders.failed": "The sites to sign in over could not be read",
  "accounts.loginProviders.kind.weixin": "WeChat",
  "accounts.loginProviders.none": "Not set up",
  "accounts.loginProviders.on": "On",
  "accounts.loginProviders.off": "Off",
  "accounts.loginProviders.appId": "App ID",
  "accounts.loginProviders.secret": "App secret",
  "accounts.loginProviders.secretKept": "Kept and never shown; empty: stays, for the same app at the same server",
  "accounts.loginProviders.signInUrl": "Address of the page with the code to scan",
  "accounts.loginProviders.apiUrl": "Address of the API",
  "accounts.loginProviders.callback": "Callback domain",
  "accounts.loginProviders.fromEnvironment":
    "Set by CANOPY_WEIXIN_APP_ID of the environment; what is set here replaces it.",
  "accounts.loginProviders.set": "Set up WeChat",
  "accounts.loginProviders.edit": "Change WeChat",
  "accounts.loginProviders.enable": "Offer WeChat on the sign-in page",
  "accounts.loginProviders.save": "Save",
  "accounts.loginProviders.remove": "Remove WeChat",
  "accounts.loginProviders.removeNote":
    "The sign-in page no longer offers WeChat, and the secret is deleted. Bound accounts still sign in by password or code.",
} satisfies Record<keyof typeof zh, string>;
