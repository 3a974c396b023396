import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Lies {
  /** Claims of the ID token instead of the true ones. */
  claims?: Record<string, unknown>;
  /** Signed by a key that the provider does not publish. */
  foreignKey?: boolean;
  /** The header says that no signature is needed. */
  unsigned?: boolean;
  /** What the discovery document calls itself. */
  issuer?: string;
  /** Whom the user info speaks of. */
  userInfoOf?: string;
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(claims: unknown, key: KeyObject, isUnsigned: boolean): string {
  const head = `${part(isUnsigned ? { alg: "none" } : { alg: "RS256", kid: "one" })}.${part(claims)}`;
  return isUnsigned ? `${head}.` : `${head}.${createSign("sha256").update(head).sign(key, "base64url")}`;
}

/** Speaks the protocol by hand, so that each sentence of it can be a lie. `nonce` is that of the sign-in at hand. */
export async function lyingProvider() {
  const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const state = { nonce: "", lies: {} as Lies, calls: [] as string[] };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    state.calls.push(path);
    const { lies } = state;
    const answer = (body: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    if (path.endsWith("openid-configuration"))
      return answer({
        issuer: lies.issuer ?? issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...(lies.userInfoOf && { userinfo_endpoint: `${issuer}/me` }),
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
    if (path === "/jwks")
      return answer({ keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }] });
    if (path === "/me") return answer({ sub: lies.userInfoOf });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: "canopy",
      sub: "liar",
      nonce: state.nonce,
      iat: now,
      exp: now + 60,
      ...lies.claims,
    };
    const key = (lies.foreignKey ? other : own).privateKey;
    return answer({ access_token: "any", token_type: "Bearer", id_token: signed(claims, key, lies.unsigned === true) });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { issuer, state, close };
}
