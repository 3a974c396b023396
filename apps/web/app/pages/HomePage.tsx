import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Cpu, SquareTerminal, Truck } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/Chip.tsx";
import { HOME } from "../return-address.ts";
import { AgentWay } from "./AgentWay.tsx";
import { ConnectWay, Points } from "./ConnectWay.tsx";
import styles from "./home.module.css";

const WAYS = ["agent", "simulated", "terminal"] as const;
type Way = (typeof WAYS)[number];

/** Connect the first device: the page before there is one. The chosen way is in the address (NAV-06). */
export function HomePage() {
  const t = useText();
  const navigate = useNavigate();
  const search: { way?: string } = useSearch({ strict: false });
  const chosen: Way = WAYS.find((way) => way === search.way) ?? "agent";
  const choose = (way: Way) => void navigate({ to: HOME, search: way === "agent" ? {} : { way }, replace: true });
  const server = `${location.hostname}:8883`;
  const simulated = [1, 2, 3, 4] as const;
  const common = (way: Way) => ({ chosen: way === chosen, onChoose: () => choose(way) });

  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <h1 className={styles.title}>{t("app.home.title")}</h1>
        <p className={styles.note}>{t("app.home.note")}</p>
        <fieldset className={styles.ways}>
          <legend className="unseen">{t("app.home.way")}</legend>
          <AgentWay {...common("agent")} icon={SquareTerminal} server={server} />
          <ConnectWay
            {...common("simulated")}
            icon={Cpu}
            title={t("app.home.simulated")}
            note={t("app.home.simulatedNote")}
            action={t("app.home.simulatedStart")}
          >
            <Points texts={simulated.map((n) => t(`app.home.simulated${n}`))} />
          </ConnectWay>
          <ConnectWay
            {...common("terminal")}
            icon={Truck}
            title={t("app.home.terminal")}
            note={t("app.home.terminalNote")}
            action={t("app.home.terminalAdd")}
          >
            <Points
              numbered
              texts={[
                t("app.home.terminal1"),
                t("app.home.terminal2"),
                t("app.home.terminal3", { server }),
                t("app.home.terminal4"),
              ]}
            />
          </ConnectWay>
        </fieldset>
        <p className={styles.waiting}>
          <Chip tone="tip">{t("app.coming.badge")}</Chip>
          <strong>{t("app.home.waiting")}</strong>
          <span>{t("app.home.waitingNote")}</span>
          <Link to="/doc" search={{ type: "help" }}>
            {t("app.home.trouble")}
          </Link>
        </p>
      </div>
    </div>
  );
}
