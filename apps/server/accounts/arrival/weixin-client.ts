import { arrivalErrors } from "@canopy/contract/accounts/arrival-errors";
import { z } from "zod";
import type { Config } from "../../platform/config.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { postOutside } from "../../platform/outside/post-outside.ts";

/** Of the operator: what weixin's open platform gave the site, and its page with the code to scan. */
export type WeixinSettings = NonNullable<Config["weixin"]>;

/** The page of weixin that sends one back to `redirectUri` with a code and this state. */
export function weixinAddress({ appId, signInUrl }: WeixinSettings, redirectUri: string, state: string): string {
  const url = new URL(signInUrl);
  const asked = { appid: appId, redirect_uri: redirectUri, response_type: "code", scope: "snsapi_login", state };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  url.hash = "wechat_redirect";
  return url.href;
}

const granted = z.object({ openid: z.string().min(1).max(128), unionid: z.string().max(128).optional() });
const refused = z.object({ errcode: z.number(), errmsg: z.string().default("") });

/** Exchanges a code for the person's name at weixin: the one of all sites of the operator where there is one. */
export async function weixinSubject(settings: WeixinSettings, code: string): Promise<string> {
  const url = new URL("sns/oauth2/access_token", `${settings.apiUrl.replace(/\/+$/, "")}/`);
  const asked = { appid: settings.appId, secret: settings.secret, code, grant_type: "authorization_code" };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const answer = await readJson(url);
  const person = granted.safeParse(answer);
  // An error comes with status 200.
  if (person.success) return person.data.unionid || person.data.openid;
  const no = refused.safeParse(answer);
  throw refusal(no.success ? `weixin ${no.data.errcode}` : "no openid");
}

async function readJson(url: URL): Promise<unknown> {
  try {
    const answer = await postOutside({ method: "GET", url, headers: {}, body: "", mayBePrivate: true });
    return JSON.parse(answer.body);
  } catch {
    throw refusal("weixin gave no answer");
  }
}

function refusal(problem: string): ApiError {
  return new ApiError(arrivalErrors.arrivalRefused, { values: { problem } });
}
