import { arrivalErrors } from "@canopy/contract/accounts/arrival-errors";
import {
  LOGIN_PROVIDER_KINDS,
  type LoginProviderForm,
  listLoginProviders,
  removeLoginProvider,
  setLoginProvider,
  WEIXIN_API_URL,
  WEIXIN_SIGN_IN_URL,
} from "@canopy/contract/accounts/login-providers";
import { DELETED, SAVED } from "@canopy/contract/platform/answers";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  deleteLoginProvider,
  findLoginProvider,
  type LoginProvider,
  storeLoginProvider,
} from "./login-provider-store.ts";
import type { WeixinSettings } from "./weixin-client.ts";

interface LoginProviderParts {
  readonly db: Db;
  readonly secret: string;
  /** Of the environment. */
  readonly weixin: WeixinSettings | undefined;
}

const NONE: LoginProvider = {
  isOn: false,
  appId: "",
  secret: "",
  signInUrl: WEIXIN_SIGN_IN_URL,
  apiUrl: WEIXIN_API_URL,
};

/** What the sign-in page offers: the operator's app, else the environment's; undefined: none, or switched off. */
export async function weixinInUse(parts: LoginProviderParts): Promise<WeixinSettings | undefined> {
  const own = await findLoginProvider(parts, "weixin");
  if (!own) return parts.weixin;
  return own.isOn ? own : undefined;
}

/** USR-08: login providers of the operator. */
export function loginProviderRoutes(parts: LoginProviderParts): Route[] {
  const fromEnvironment = parts.weixin && { ...parts.weixin, isOn: true };
  return [
    route(listLoginProviders, async () => {
      const rows = LOGIN_PROVIDER_KINDS.map(async (kind) => {
        const own = await findLoginProvider(parts, kind);
        return { kind, ...shown(own ?? fromEnvironment ?? NONE), is_from_environment: !own && !!fromEnvironment };
      });
      return { list: await Promise.all(rows) };
    }),
    route(setLoginProvider, async ({ params: { kind }, body, language }) => {
      const before = (await findLoginProvider(parts, kind)) ?? fromEnvironment;
      const secret = body.secret ?? keptSecret(before, body);
      if (secret === undefined) throw new ApiError(arrivalErrors.clientSecretMissing, { field: "secret" });
      const { is_on: isOn, app_id: appId, sign_in_url: signInUrl, api_url: apiUrl } = body;
      await storeLoginProvider(parts, kind, { isOn, appId, secret, signInUrl, apiUrl });
      return { message: SAVED[language] };
    }),
    route(removeLoginProvider, async ({ params: { kind }, language }) => {
      await deleteLoginProvider(parts.db, kind);
      return { message: DELETED[language] };
    }),
  ];
}

function shown({ isOn, appId, secret, signInUrl, apiUrl }: LoginProvider) {
  return { is_on: isOn, app_id: appId, sign_in_url: signInUrl, api_url: apiUrl, has_secret: secret !== "" };
}

/** A secret is not sent to a server, nor for an app, that it was not given for. */
function keptSecret(before: LoginProvider | undefined, { app_id, api_url }: LoginProviderForm): string | undefined {
  return before?.appId === app_id && before.apiUrl === api_url ? before.secret : undefined;
}
