import type { Me } from "../../accounts/me.ts";
import { CapacityWarning } from "../../capacity/CapacityWarning.tsx";
import { useCapacity } from "../../capacity/capacity-queries.ts";
import { Ring } from "../../capacity/Ring.tsx";
import "../../capacity/warning-texts.ts";
import { formatBytes, formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import styles from "./header.module.css";
import { useCapacityHash } from "./use-capacity-hash.ts";

const CapacityPanels = lazyPage(() => import("./CapacityPanels.tsx"), "CapacityPanels");

/** CAP-03: the ring in the header, its warning, and the dialog behind both. */
export function CapacityEntry({ me }: { me: Me }) {
  const t = useText();
  const tenantId = me.tenant.id;
  const { data: figures } = useCapacity(tenantId);
  const { tab, isAsking, show } = useCapacityHash();
  const { used, total } = figures?.data ?? { used: 0, total: null };
  const share = total === null ? null : total === 0 ? 1 : used / total;
  const label =
    figures?.level === "full"
      ? t("capacity.ring.full")
      : share === null
        ? t("capacity.ring.unlimited", { used: formatBytes(used) })
        : t("capacity.ring.label", { share: formatQuantity(share * 100, "%", { digits: 0 }) });
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        title={label}
        aria-label={label}
        data-part="capacity-ring"
        data-level={figures?.level}
        onClick={() => show("data")}
      >
        <Ring share={share} level={figures?.level ?? "normal"} size={18} stroke={3} />
      </button>
      {figures && tab === undefined && <CapacityWarning figures={figures} onOpen={() => show("data")} />}
      {tab && (
        <LazyPart onFailed={() => show(undefined)}>
          <CapacityPanels me={me} tab={tab} isAsking={isAsking} onTab={show} onClose={() => show(undefined)} />
        </LazyPart>
      )}
    </>
  );
}
