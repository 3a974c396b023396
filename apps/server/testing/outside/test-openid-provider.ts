import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export const CLIENT = { id: "canopy", secret: "a-secret-of-the-client-0123456789" };

export interface TestOpenIdProvider {
  readonly issuer: string;
  close(): Promise<void>;
}

/** A real provider: whoever signs in there as NAME has the claims of NAME; any password is right. */
export async function testOpenIdProvider(
  redirectUris: readonly string[],
  claimsOf: (name: string) => Record<string, unknown>,
): Promise<TestOpenIdProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...redirectUris] }],
    claims: { openid: ["sub"], profile: ["preferred_username", "name", "groups"], email: ["email", "email_verified"] },
    pkce: { required: () => true },
    cookies: { keys: ["test"] },
    findAccount: (_: unknown, name: string) => ({
      accountId: name,
      claims: () => ({ sub: name, preferred_username: name, ...claimsOf(name) }),
    }),
  });
  server.on("request", provider.callback());
  return {
    issuer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Goes through the provider's pages as a browser would; gives the query it is sent back with. */
export async function passProvider(url: string, name: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = url;
  let body: URLSearchParams | undefined;
  for (let steps = 0; steps < 12; steps++) {
    const answer = await fetch(at, {
      method: body ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(body && { body }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [key = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      if (value === "") cookies.delete(key);
      else cookies.set(key, value);
    }
    body = undefined;
    const next = answer.headers.get("location");
    if (next) {
      at = new URL(next, at).href;
      if (at.startsWith(redirectUri)) return new URL(at).search.slice(1);
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!action || !prompt)
      throw new Error(`the provider shows something else: ${answer.status} ${page.slice(0, 400)}`);
    at = new URL(action, at).href;
    body = new URLSearchParams({ prompt, ...(prompt === "login" && { login: name, password: "any" }) });
  }
  throw new Error("the provider sends one in circles");
}
