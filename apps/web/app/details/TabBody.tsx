import { bindStrategy } from "@canopy/contract/signals/bindings";
import { createStrategy } from "@canopy/contract/signals/strategies";
import { Suspense, useCallback, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { type DeviceTabProps, TabToolsProvider } from "../../devices/details/device-tab.tsx";
import { deniedOn } from "../../devices/details/may-change.ts";
import { DbcOffers } from "../../frames/filter/dbc-offer.ts";
import { FrameWaysContext } from "../../frames/table/frame-ways.ts";
import { useText } from "../../platform/i18n.ts";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { ErrorBoundary } from "../../ui/marks/ErrorBoundary.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { MomentsOf } from "../../ui/time/moment.tsx";
import { useNarrowerThan } from "../../ui/use-narrow.ts";
import styles from "./details.module.css";
import { type DeviceTab, offeredSubs, type SubTab } from "./device-tabs.ts";
import { useDbcOffer } from "./use-dbc-offer.ts";
import { useFrameWays } from "./use-frame-ways.ts";
import { useSubCounts } from "./use-sub-counts.ts";

const BindDbcDialog = lazyPage(() => import("../../signals/bindings/BindDbcDialog.tsx"), "BindDbcDialog");

interface TabBodyProps extends DeviceTabProps {
  tab: DeviceTab;
  sub: SubTab;
  /** On a phone the page's head holds the choice. */
  isInHead?: boolean;
}

/** The line with the sub-tabs and the tab's own tools, and below it the part itself. */
export function TabBody({ tab, sub, isInHead = false, ...props }: TabBodyProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { Part } = sub;
  const [isBinding, setBinding] = useState(false);
  const mayBind = !deniedOn(props.device, bindStrategy) && !callDenied(createStrategy);
  const startBinding = useCallback(() => setBinding(true), []);
  const offer = useDbcOffer(mayBind ? startBinding : undefined);
  const ways = useFrameWays(props.device.id, props.onTab);
  return (
    <>
      <div className={styles.tools}>
        {!isInHead && (
          <SubTabs tab={tab} sub={sub} thingsId={props.device.id} onSub={(key) => props.onTab(tab.key, key)} />
        )}
        <div ref={setSlot} className={styles.slot} />
      </div>
      {isBinding && (
        <LazyPart onFailed={() => setBinding(false)}>
          <BindDbcDialog device={props.device} onClose={() => setBinding(false)} />
        </LazyPart>
      )}
      <div className={styles.content} data-testid="tab-content">
        <ErrorBoundary key={`${tab.key}.${sub.key}`}>
          <TabToolsProvider value={slot}>
            <Suspense fallback={<Skeleton rows={6} columns={4} />}>
              <FrameWaysContext value={ways}>
                <MomentsOf value={props.device.id}>
                  <DbcOffers value={offer}>
                    <Part {...props} />
                  </DbcOffers>
                </MomentsOf>
              </FrameWaysContext>
            </Suspense>
          </TabToolsProvider>
        </ErrorBoundary>
      </div>
    </>
  );
}

/** Below this the choice would take the room of the tools beside it. */
const CHOICE_PX = 1200;

interface SubTabsProps {
  tab: DeviceTab;
  sub: SubTab;
  thingsId: string;
  onSub(key: string): void;
}

function SubTabs({ tab, sub, thingsId, onSub }: SubTabsProps) {
  const t = useText();
  const counts = useSubCounts(tab.key, thingsId);
  const short = useNarrowerThan(CHOICE_PX);
  const label = t("app.details.subTabs", { tab: t(tab.title) });
  const options = offeredSubs(tab).map(({ key, title }) => ({
    value: key,
    label: [t(title), counts[key]].filter((part) => part !== undefined).join(" "),
  }));
  if (options.length < 2) return null;
  return short ? (
    <Select aria-label={label} options={options} value={sub.key} onChange={onSub} />
  ) : (
    <Segmented label={label} options={options} value={sub.key} onChange={onSub} />
  );
}
