import "./texts.ts";
import { X } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { type MissingRight, missingRight } from "./missing-right.ts";
import styles from "./rights.module.css";
import type { zh } from "./texts.zh.ts";

/** USR-05: the right that was missing, who grants it, and that the page below shows the rights of now. */
export function RightsBand({ missing }: { missing: MissingRight }) {
  const t = useText();
  return (
    <div className={styles.band}>
      <Banner level="ordinary" alert title={t(SENTENCE[keyOf(missing)])}>
        {t("app.rights.now")} {t("ui.rights.whoGrants")}
      </Banner>
      <IconButton icon={X} label={t("ui.action.close")} onClick={() => missingRight.set(null)} />
    </div>
  );
}

type Named = "some" | "deviceRead" | "deviceWrite" | "tenantRead" | "tenantWrite" | "manager";

const SENTENCE: Record<Named, keyof typeof zh> = {
  some: "app.rights.changed",
  deviceRead: "app.rights.deviceRead",
  deviceWrite: "app.rights.deviceWrite",
  tenantRead: "app.rights.tenantRead",
  tenantWrite: "app.rights.tenantWrite",
  manager: "app.rights.manager",
};

function keyOf(missing: MissingRight): Named {
  if (missing === "some") return "some";
  if (missing.kind === "device") return missing.level === "write" ? "deviceWrite" : "deviceRead";
  if (missing.kind === "tenant") return missing.level === "write" ? "tenantWrite" : "tenantRead";
  return missing.kind === "manager" ? "manager" : "some";
}
