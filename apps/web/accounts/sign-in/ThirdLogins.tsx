import { thirdLogins } from "@canopy/contract/accounts/sessions";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { rememberArrival } from "./arrivals.ts";
import styles from "./login.module.css";

/** ACC-20: a link is good for ten minutes. */
const RENEW_MS = 300_000;

/** ACC-01, ACC-20: lists only weixin; hidden when there is none, also when the lookup fails. */
export function ThirdLogins() {
  const t = useText();
  const { data } = useQuery({
    queryKey: ["accounts", "thirdLogins"],
    queryFn: ({ signal }) => api(thirdLogins, { query: { backPage: location.href, sysType: 0 } }, { signal }),
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
    retry: false,
  });
  const weixin = (data?.list ?? []).filter(({ type, thrid_uri }) => type === "weixin" && isWebAddress(thrid_uri));
  if (weixin.length === 0) return null;
  return (
    <div className={styles.third}>
      <span>{t("accounts.signIn.third")}</span>
      {weixin.map(({ thrid_uri }) => (
        <a key={thrid_uri} data-hit href={thrid_uri} onClick={() => rememberArrival("weixin", stateOf(thrid_uri))}>
          {t("accounts.signIn.weixin")}
        </a>
      ))}
    </div>
  );
}

function stateOf(address: string): string {
  return new URL(address).searchParams.get("state") ?? "";
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
