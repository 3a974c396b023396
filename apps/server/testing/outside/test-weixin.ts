import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface TestWeixin {
  readonly url: string;
  /** What the exchange of a code answers; undefined: the person of `code-of-PERSON-…`, each code once. */
  answer: unknown;
  close(): Promise<void>;
}

export const WEIXIN_APP = { appId: "wx0123456789abcdef", secret: "a-secret-of-the-app" };

/** Speaks weixin's protocol: the page, which sends each browser back at once as a person of its own, and the exchange. */
export async function testWeixin(): Promise<TestWeixin> {
  const used = new Set<string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams: sent } = new URL(request.url ?? "/", "http://weixin.test");
    if (pathname === "/connect/qrconnect") {
      const person = /person=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? `w${randomUUID().slice(0, 8)}`;
      const back = new URL(sent.get("redirect_uri") ?? "");
      back.searchParams.set("code", `code-of-${person}-${randomUUID()}`);
      back.searchParams.set("state", sent.get("state") ?? "");
      return response.writeHead(302, { location: back.href, "set-cookie": `person=${person}` }).end();
    }
    const code = sent.get("code") ?? "";
    const isRight = sent.get("appid") === WEIXIN_APP.appId && sent.get("secret") === WEIXIN_APP.secret;
    const person = /^code-of-(\w+)/.exec(code)?.[1];
    const known = isRight && person && !used.has(code);
    used.add(code);
    const said = known
      ? { access_token: "a", expires_in: 7200, refresh_token: "r", openid: `o_${person}`, scope: "snsapi_login" }
      : { errcode: 40029, errmsg: "invalid code" };
    return response.end(JSON.stringify(weixin.answer ?? said));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const weixin: TestWeixin = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: undefined,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return weixin;
}
