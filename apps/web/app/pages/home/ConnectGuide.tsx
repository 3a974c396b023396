import { connectInfo } from "@canopy/contract/devices/connect";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Cpu, LoaderCircle, SquareTerminal, Truck } from "lucide-react";
import { useState } from "react";
import { DEVICES_KEY } from "../../../devices/device-query.ts";
import { api } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/marks/Icon.tsx";
import { rememberWay } from "../../help/help-address.ts";
import { AgentWay } from "./AgentWay.tsx";
import type { Awaited } from "./awaited-device.ts";
import type { Way } from "./connect-ways.ts";
import { FirstFrame } from "./FirstFrame.tsx";
import styles from "./home.module.css";
import { SimulatedWay } from "./SimulatedWay.tsx";
import { TerminalWay } from "./TerminalWay.tsx";

interface ConnectGuideProps {
  way: Way | undefined;
  hasDevices: boolean;
  onWay(way: Way | undefined): void;
  /** A device was made. */
  onChanged(): void;
}

/** Three ways to a first device; the line below waits for its first frame and shows it. The way is in the address (NAV-06). */
export function ConnectGuide({ way, hasDevices, onWay, onChanged }: ConnectGuideProps) {
  const t = useText();
  const [awaited, setAwaited] = useState<Awaited>();
  const chosen = way ?? "agent";
  const { data: info } = useQuery({
    queryKey: [...DEVICES_KEY, "connect"],
    queryFn: ({ signal }) => api(connectInfo, {}, { signal }),
  });
  // A balancer of connections often has a name of its own.
  const host = info?.mqtt_host ?? location.hostname;
  const server = `${host}:${info?.mqtts_port ?? 8883}`;
  const plain = info ? info.mqtt_port : 1883;
  const agentUrl = plain === null ? `mqtts://${server}` : `mqtt://${host}:${plain}`;
  const made = (device: Awaited) => {
    setAwaited(device);
    // From now on there is a device, and the guide stays because the address says so.
    onWay(chosen);
    onChanged();
  };
  const common = (one: Way) => ({ chosen: one === chosen, onChoose: () => onWay(one), onMade: made });

  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <div className={styles.titleLine}>
          <h1 className={styles.title}>{t(hasDevices && !awaited ? "app.home.another" : "app.home.title")}</h1>
          {hasDevices && (
            <Button kind="link" onClick={() => onWay(undefined)}>
              {t("app.home.toList")}
            </Button>
          )}
        </div>
        <p className={styles.note}>{t("app.home.note")}</p>
        <fieldset className={styles.ways}>
          <legend className="unseen">{t("app.home.way")}</legend>
          <AgentWay {...common("agent")} icon={SquareTerminal} url={agentUrl} />
          <SimulatedWay {...common("simulated")} icon={Cpu} info={info} />
          <TerminalWay {...common("terminal")} icon={Truck} server={server} onImported={onChanged} />
        </fieldset>
        <div className={styles.waiting}>
          {awaited ? (
            <FirstFrame awaited={awaited} onDone={() => onWay(undefined)} />
          ) : (
            <>
              <span className={styles.turning}>
                <Icon of={LoaderCircle} size={16} />
              </span>
              <strong>{t("app.home.waiting")}</strong>
              <span>
                {plain === null
                  ? t("app.home.listeningTls", { server })
                  : t("app.home.listening", { plain, secure: info?.mqtts_port ?? 8883 })}
                {info?.things_num === 0 && ` · ${t("app.home.nothingYet")}`}
              </span>
            </>
          )}
          <span className={styles.waitingEnd}>
            {info && info.things_limit !== null && (
              <span>{t("app.home.used", { used: info.things_num, limit: info.things_limit })}</span>
            )}
            <Link to="/doc" search={{ type: "help", page: "HomePage" }} onClick={rememberWay}>
              {t("app.home.trouble")}
            </Link>
          </span>
        </div>
      </div>
    </div>
  );
}
