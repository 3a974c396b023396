import type { zh } from "./company-texts.zh.ts";

export const en = {
  "accounts.company.title": "Sign in with your company",
  "accounts.company.go": "To the company's sign-in",
  "accounts.company.company": "Company",
  "accounts.company.hint": "The name of the company's primary account; its manager knows it",
  "accounts.company.bound": "WeChat is bound to your account",
  "accounts.company.arriving": "Signing you in…",
} satisfies Record<keyof typeof zh, string>;
