import { expect, it } from "vitest";
import { withKeptSecrets, withoutSecrets } from "./rule-secrets.ts";

const HOOK = "https://hooks.example.com/a";
const rule = (secret: string) => ({
  actions: [
    { kind: "webhook" as const, targets: [`${HOOK}${secret}`, "https://other.example.com/"], every_min: 1 },
    { kind: "email" as const, targets: ["a#b@example.com"], every_min: 60 },
  ],
  escalate: { after_min: 5, kind: "feishu" as const, targets: [`https://bot.example.com/b${secret}`] },
});

it("the secret of a bot or webhook is never told, other targets are [TRG-06]", () => {
  expect(withoutSecrets(rule("#s3cret"))).toEqual(rule(""));
  expect(withoutSecrets({ ...rule("#s3cret"), escalate: null }).escalate).toBeNull();
});

it("a rule that comes back without its secrets keeps them, a new secret takes their place [TRG-06]", () => {
  expect(withKeptSecrets(rule(""), rule("#s3cret"))).toEqual(rule("#s3cret"));
  expect(withKeptSecrets(rule("#new"), rule("#s3cret"))).toEqual(rule("#new"));
  expect(withKeptSecrets(rule(""), { actions: [], escalate: null })).toEqual(rule(""));
});
