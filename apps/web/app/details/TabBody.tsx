import { Suspense, useState } from "react";
import { type DeviceTabProps, TabToolsProvider } from "../../devices/details/device-tab.tsx";
import { DbcOffers } from "../../frames/filter/dbc-offer.ts";
import { useText } from "../../platform/i18n.ts";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { ErrorBoundary } from "../../ui/marks/ErrorBoundary.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { ComingTab } from "./ComingTab.tsx";
import styles from "./details.module.css";
import type { DeviceTab, SubTab } from "./device-tabs.ts";
import { useDbcOffer } from "./use-dbc-offer.ts";

/** The line with the sub-tabs and the tab's own tools, and below it the part itself. */
export function TabBody({ tab, sub, ...props }: DeviceTabProps & { tab: DeviceTab; sub: SubTab }) {
  const t = useText();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { Part, coming } = sub;
  const offer = useDbcOffer();
  return (
    <>
      <div className={styles.tools}>
        {tab.subs.length > 1 && (
          <Segmented
            label={t("app.details.subTabs", { tab: t(tab.title) })}
            options={tab.subs.map(({ key, title }) => ({ value: key, label: t(title) }))}
            value={sub.key}
            onChange={(key) => props.onTab(tab.key, key)}
          />
        )}
        <div ref={setSlot} className={styles.slot} />
      </div>
      <div className={styles.content}>
        <ErrorBoundary key={`${tab.key}.${sub.key}`}>
          <TabToolsProvider value={slot}>
            <Suspense fallback={<Skeleton rows={6} columns={4} />}>
              <DbcOffers value={offer}>{Part && <Part {...props} />}</DbcOffers>
              {coming && <ComingTab title={sub.title} does={coming} />}
            </Suspense>
          </TabToolsProvider>
        </ErrorBoundary>
      </div>
    </>
  );
}
