import { isIP } from "node:net";
import { accountAnswers } from "@canopy/contract/accounts/answers";
import { arrivalErrors } from "@canopy/contract/accounts/arrival-errors";
import {
  checkOidc,
  finishOidc,
  getOidc,
  type OidcForm,
  removeOidc,
  setOidc,
  startOidc,
} from "@canopy/contract/accounts/oidc";
import { ApiError } from "../../platform/http/api-error.ts";
import { publicRoute, type Route, route } from "../../platform/http/route.ts";
import { isPublicAddress } from "../../platform/outside/public-address.ts";
import type { PeopleServices } from "../people/sub-users.ts";
import { beginArrival } from "./arrival-store.ts";
import { OidcClient } from "./oidc-client.ts";
import { signInByOidc } from "./oidc-sign-in.ts";
import { deleteOidc, findOidc, findOidcByCompany, storeOidc, tenantNameOf } from "./oidc-store.ts";
import { signInPage } from "./sign-in-page.ts";

interface OidcParts extends PeopleServices {
  readonly secret: string;
  readonly privateTargets: boolean;
  readonly publicUrl: string | undefined;
}

const NONE = {
  clientSecret: undefined,
  enabled: false,
  issuer: "",
  client_id: "",
  scopes: "openid profile email",
  rules: [],
  joins_by_email: false,
};

/** OPS-07: sign-in by a tenant's own OpenID provider. */
export function oidcRoutes(parts: OidcParts): Route[] {
  const { db, privateTargets } = parts;
  const services = { ...parts, client: new OidcClient(privateTargets) };
  return [
    route(getOidc, async ({ caller: { tenantId } }) => {
      const { clientSecret, tenantId: _, ...form } = (await findOidc(parts, tenantId)) ?? { ...NONE, tenantId };
      const company = await tenantNameOf(db, tenantId);
      return { data: { ...form, has_secret: clientSecret !== undefined, company } };
    }),
    route(setOidc, async ({ caller: { tenantId }, body, language }) => {
      checkIssuer(body.issuer, privateTargets);
      const client_secret = body.client_secret ?? (await keptSecret(parts, tenantId, body));
      if (client_secret === undefined)
        throw new ApiError(arrivalErrors.clientSecretMissing, { field: "client_secret" });
      await storeOidc(parts, tenantId, { ...body, client_secret });
      return { message: accountAnswers.saved[language] };
    }),
    route(removeOidc, async ({ caller: { tenantId }, language }) => {
      await deleteOidc(db, tenantId);
      return { message: accountAnswers.saved[language] };
    }),
    route(checkOidc, async ({ body: { issuer } }) => {
      checkIssuer(issuer, privateTargets);
      const config = await services.client.discover({ issuer, client_id: "check", clientSecret: undefined });
      const read = config.serverMetadata();
      return { data: { issuer: read.issuer, authorization_endpoint: read.authorization_endpoint ?? "" } };
    }),
    publicRoute(startOidc, async ({ body: { company, redirect_uri } }) => {
      refuseForeign(redirect_uri, parts.publicUrl);
      const provider = await findOidcByCompany(parts, company);
      if (!provider?.clientSecret) throw new ApiError(arrivalErrors.arrivalUnknown, { field: "company" });
      const keep = (begun: unknown) => beginArrival(parts, "oidc", provider.tenantId, begun);
      return { data: await services.client.begin(provider, redirect_uri, keep) };
    }),
    publicRoute(finishOidc, async (context) => ({
      ...(await signInByOidc(services, context.body, context)),
      bans: [],
      message: accountAnswers.signedIn[context.language],
    })),
  ];
}

/** A secret is not sent to an issuer that it was not given for. */
async function keptSecret(parts: OidcParts, tenantId: string, { issuer }: OidcForm): Promise<string | undefined> {
  const before = await findOidc(parts, tenantId);
  return before?.issuer === issuer ? before.clientSecret : undefined;
}

/** A name is looked up, and its addresses checked, at each call. */
function checkIssuer(issuer: string, privateTargets: boolean): void {
  if (privateTargets) return;
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== "https:") throw new ApiError(arrivalErrors.issuerInvalid, { field: "issuer" });
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || (isIP(host) !== 0 && !isPublicAddress(host)))
    throw new ApiError(arrivalErrors.issuerPrivate, { field: "issuer", values: { host } });
}

/** The provider knows the address too; this spares the person an error page there. */
function refuseForeign(redirectUri: string, publicUrl: string | undefined): void {
  if (signInPage(redirectUri, publicUrl) !== redirectUri)
    throw new ApiError(arrivalErrors.redirectForeign, { field: "redirect_uri" });
}
