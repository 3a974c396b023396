import type { UserNotice } from "@canopy/contract/frames/live";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type Me, meQuery } from "../accounts/me.ts";
import { useSession } from "../accounts/session.ts";
import { EVENTS_KEY, RULES_KEY } from "../alarms/alarm-keys.ts";
import { CapacityLine } from "../capacity/CapacityWarning.tsx";
import { useCapacity } from "../capacity/capacity-queries.ts";
import { liveClient } from "../frames/live/live-client.ts";
import { AnnouncementBar } from "../messages/AnnouncementBar.tsx";
import { MESSAGES_KEY, NOTICES_KEY } from "../messages/message-queries.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { useConfiguration } from "../settings/configuration.ts";
import { useCustomisation } from "../settings/customisation.ts";
import { hasUpgradeNotice } from "../settings/updates/upgrade-notice.ts";
import { LazyPart } from "../ui/LazyPart.tsx";
import { lazyPage } from "../ui/lazy-page.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { BottomEdgePlace } from "../ui/toolbar/BottomEdge.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { Footer } from "./header/Footer.tsx";
import { Header } from "./header/Header.tsx";
import { KeptPages } from "./KeptPages.tsx";
import { KEPT_PATHS } from "./kept-addresses.ts";
import styles from "./layout.module.css";
import { missingRight, useLostRights } from "./rights/missing-right.ts";
import { startTracking } from "./session/after-sign-in.ts";
import { noteTaskEnd } from "./task-end.ts";

const AlarmPopUps = lazyPage(() => import("../alarms/live/AlarmPopUps.tsx"), "AlarmPopUps");
const Beside = lazyPage(() => import("./beside/Beside.tsx"), "Beside");
const RightsBand = lazyPage(() => import("./rights/RightsBand.tsx"), "RightsBand");
const UpgradeNotice = lazyPage(() => import("../settings/updates/UpgradeNotice.tsx"), "UpgradeNotice");

const ALARMS = "/Container/AlarmCenter";

/** Every page under /Container: header 50, footer 60 (on a phone only the actions that stay in reach), the page between. */
export function Shell() {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { data: me, error, refetch } = useQuery(meQuery);
  const { trackingOff } = useCustomisation();
  const narrow = useNarrow();
  const client = useQueryClient();
  const session = useSession();
  const navigate = useNavigate();
  const isKept = KEPT_PATHS.includes(path);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed opt-out starts or stops tracking (NAV-13)
  useEffect(() => {
    if (me) startTracking(me);
  }, [me, trackingOff]);

  // Holds the connection open between pages too, so that the dot speaks for every one.
  const userId = me?.user.id;
  useEffect(
    () => (userId ? liveClient().watchNews((notice) => hearNews(client, notice)) : undefined),
    [client, userId],
  );

  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {t("app.header.skip")}
      </a>
      <div>
        <Header me={me} path={path} />
        {me && session && (
          <AnnouncementBar reader={{ tenantId: me.tenant.id, userId: me.user.id }} sessionId={session.sessionId} />
        )}
      </div>
      <main id="content" tabIndex={-1} className={styles.main}>
        {me && <FullLine tenantId={me.tenant.id} />}
        <MissingRight me={me} path={path} />
        {me && <KeptPages key={me.user.id} path={path} />}
        {me && !isKept && (
          <div key={path} className={styles.page}>
            <Outlet />
          </div>
        )}
        {!me && error && (
          <FailedState title={t("app.failed.title")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
        )}
      </main>
      {me && <UpgradeGate />}
      {userId && (
        <LazyPart quiet resetKey={path}>
          <AlarmPopUps
            key={userId}
            userId={userId}
            isQuiet={path === ALARMS}
            onOpen={({ event_id }) => void navigate({ to: ALARMS, search: { event: event_id } })}
            onMore={() => void navigate({ to: ALARMS })}
          />
        </LazyPart>
      )}
      <div>
        {me && (
          <LazyPart quiet resetKey={path}>
            <Beside me={me} path={path} />
          </LazyPart>
        )}
        <BottomEdgePlace />
        {!narrow && <Footer />}
      </div>
    </div>
  );
}

/** NAV-10: loaded where this browser knows another version. */
function UpgradeGate() {
  const navigate = useNavigate();
  const { cloudname, link } = useConfiguration();
  const [isShown, setShown] = useState(() => hasUpgradeNotice(cloudname, link.version));
  const toLog = () => void navigate({ to: "/Container/UserManager/SystemConfig", hash: "updates" });
  return isShown ? (
    <LazyPart quiet>
      <UpgradeNotice system={cloudname} version={link.version} onLog={toLog} onClose={() => setShown(false)} />
    </LazyPart>
  ) : null;
}

/** USR-05: loaded when a right is missing; another page starts without it. */
function MissingRight({ me, path }: { me: Me | undefined; path: string }) {
  useLostRights(me);
  const missing = useStore(missingRight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told for one page
  useEffect(() => () => missingRight.set(null), [path]);
  return missing ? (
    <LazyPart quiet resetKey={path}>
      <RightsBand missing={missing} />
    </LazyPart>
  ) : null;
}

/** CAP-03: at the top of the content, below whatever the header says. */
function FullLine({ tenantId }: { tenantId: string }) {
  const { data } = useCapacity(tenantId);
  return data ? <CapacityLine figures={data} /> : null;
}

function hearNews(client: QueryClient, notice: UserNotice): void {
  if (notice.type === "task") {
    noteTaskEnd(notice);
    return;
  }
  for (const queryKey of KEYS[notice.type]) void client.invalidateQueries({ queryKey });
}

/** With an event, what its rule does now is another. */
const KEYS = {
  messages: [MESSAGES_KEY],
  announcements: [NOTICES_KEY],
  alarms: [EVENTS_KEY, RULES_KEY],
} as const;
