import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { DEFAULT_PACKAGE, LIMIT_NAMES, type LimitName, packageContent } from "@canopy/contract/capacity/package";
import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../accounts/me.ts";
import { useSession } from "../../accounts/session.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { HelpText } from "./HelpText.tsx";
import styles from "./help.module.css";
import type { HelpSection } from "./help-book.ts";
import { partAnchor } from "./help-search.ts";
import { packageUseQuery } from "./package-use.ts";

const FIELDS = packageContent.keyof().options;
const isLimit = (field: string): field is LimitName => LIMIT_NAMES.some((name) => name === field);

/** CAP-01: every field of a package; signed in, with the tenant's own limit and use. */
export function PackagePart({ section }: { section: HelpSection }) {
  const t = useText();
  const own = useOwnPackage();
  const meanings = new Map(section.words.map(({ word, meaning }) => [word, meaning]));
  return (
    <>
      <h2 id={partAnchor("words")}>{t("app.help.fields")}</h2>
      {own.error && <Banner level="ordinary">{troubleOf(own.error).text}</Banner>}
      <div className={styles.tableRoom}>
        <table className={styles.fields} aria-label={t("app.help.fields")} aria-busy={own.isLoading}>
          <thead>
            <tr>
              <th>{t("app.help.field")}</th>
              <th>{t("app.help.default")}</th>
              {own.data && <th>{t("app.help.yourLimit")}</th>}
              {own.data && <th>{t("app.help.used")}</th>}
            </tr>
          </thead>
          <tbody>
            {FIELDS.map((field) => (
              <FieldRow key={field} field={field} meaning={meanings.get(field) ?? ""} own={own.data} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function useOwnPackage() {
  const session = useSession();
  const { data: me } = useQuery({ ...meQuery, enabled: session !== null });
  return useQuery({ ...packageUseQuery(me?.tenant.id ?? ""), enabled: session !== null && me !== undefined });
}

interface FieldRowProps {
  field: (typeof FIELDS)[number];
  meaning: string;
  own: ReturnType<typeof useOwnPackage>["data"];
}

function FieldRow({ field, meaning, own }: FieldRowProps) {
  const t = useText();
  const language = useLanguage();
  const name = isLimit(field) ? LIMIT_TEXTS[field][language] : t(`app.help.field.${field}`);
  const used = isLimit(field) ? own?.used[field] : undefined;
  const value = (content: NonNullable<typeof own>["content"]) => {
    if (field === "twins_rule_on") return t(content[field] ? "app.help.on" : "app.help.off");
    if (field === "quick_delete_things_list") return formatNumber(content[field].length);
    return content[field] === null ? t("app.help.unlimited") : formatNumber(content[field]);
  };
  return (
    <tr id={`field-${field}`}>
      <td>
        <strong>{name}</strong> <code>{field}</code>
        <p>
          <HelpText line={meaning} />
        </p>
      </td>
      <td className={styles.number}>{value(DEFAULT_PACKAGE)}</td>
      {own && <td className={styles.number}>{value(own.content)}</td>}
      {own && (
        <td className={styles.number}>{used === undefined ? "—" : formatNumber(used, { digits: used % 1 ? 2 : 0 })}</td>
      )}
    </tr>
  );
}
