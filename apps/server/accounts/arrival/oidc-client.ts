import { arrivalErrors } from "@canopy/contract/accounts/arrival-errors";
import {
  type AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from "openid-client";
import { ApiError } from "../../platform/http/api-error.ts";
import { PrivateAddress, postOutside } from "../../platform/outside/post-outside.ts";
import type { OidcProvider } from "./oidc-store.ts";

type Asked = Pick<OidcProvider, "issuer" | "client_id" | "clientSecret">;

/** Of a sign-in that has begun: kept until the person comes back. */
export interface Begun {
  readonly issuer: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** Claims that the provider signed for this client and this sign-in. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** A tenant's own OpenID provider: every call to it goes to an address of the public internet, unless the operator allows others. */
export class OidcClient {
  readonly #mayBePrivate: boolean;

  constructor(mayBePrivate: boolean) {
    this.#mayBePrivate = mayBePrivate;
  }

  async discover({ issuer, client_id, clientSecret }: Asked): Promise<Configuration> {
    try {
      const execute = this.#mayBePrivate ? [allowInsecureRequests] : [];
      const config = await discovery(new URL(issuer), client_id, clientSecret, undefined, {
        execute,
        [customFetch]: (url, options) => this.#fetch(url, options),
      });
      // An ID token is believed by its signature, not by the connection it came over.
      enableNonRepudiationChecks(config);
      return config;
    } catch (thrown) {
      throw refusalOf(thrown, issuer);
    }
  }

  async begin(provider: OidcProvider, redirectUri: string, state: (begun: Begun) => Promise<string>) {
    const config = await this.discover(provider);
    const begun = { issuer: provider.issuer, nonce: randomNonce(), verifier: randomPKCECodeVerifier(), redirectUri };
    const kept = await state(begun);
    const url = buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: provider.scopes,
      state: kept,
      nonce: begun.nonce,
      code_challenge: await calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, state: kept };
  }

  /** Exchanges the code; refuses a token of another issuer, client, key or sign-in, and one that has expired. */
  async finish(provider: OidcProvider, begun: Begun, state: string, query: string): Promise<Claims> {
    const config = await this.discover(provider);
    const back = new URL(begun.redirectUri);
    back.search = query;
    try {
      const tokens = await authorizationCodeGrant(config, back, {
        pkceCodeVerifier: begun.verifier,
        expectedState: state,
        expectedNonce: begun.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("no ID token");
      if (!config.serverMetadata().userinfo_endpoint) return claims;
      // Refused where it speaks of somebody else than the ID token.
      return { ...(await fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
    } catch (thrown) {
      if (isCancelled(thrown)) throw new ApiError(arrivalErrors.arrivalCancelled);
      throw new ApiError(arrivalErrors.arrivalRefused, { values: { problem: wordOf(thrown) } });
    }
  }

  async #fetch(
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> {
    const answer = await postOutside({
      method: method === "POST" ? "POST" : "GET",
      url: new URL(url),
      headers,
      body: body === undefined || body === null ? "" : String(body),
      mayBePrivate: this.#mayBePrivate,
    });
    const type = answer.headers["content-type"] ?? "";
    return new Response(answer.body, { status: answer.status, headers: { "content-type": type } });
  }
}

function isCancelled(thrown: unknown): thrown is AuthorizationResponseError {
  return thrown instanceof Error && thrown.name === "AuthorizationResponseError";
}

function refusalOf(thrown: unknown, issuer: string): ApiError {
  if (causes(thrown).some((cause) => cause instanceof PrivateAddress))
    return new ApiError(arrivalErrors.issuerPrivate, { field: "issuer", values: { host: new URL(issuer).hostname } });
  return new ApiError(arrivalErrors.issuerUnreachable, { field: "issuer", values: { problem: wordOf(thrown) } });
}

function causes(thrown: unknown): unknown[] {
  const all: unknown[] = [];
  for (let at = thrown; at instanceof Error && all.length < 10; at = at.cause) all.push(at);
  return all;
}

/** The library's own words; never what the provider sent. */
function wordOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message.slice(0, 200) : "unknown";
}
