import { useText } from "../../platform/i18n.ts";
import { ConnectWay, type ConnectWayProps } from "./ConnectWay.tsx";
import styles from "./home.module.css";

type AgentWayProps = Pick<ConnectWayProps, "chosen" | "onChoose" | "icon"> & { server: string };

export function AgentWay({ server, ...common }: AgentWayProps) {
  const t = useText();
  return (
    <ConnectWay
      {...common}
      title={t("app.home.agent")}
      note={t("app.home.agentNote")}
      action={t("app.home.agentCopy")}
      aside={t("app.home.agentLater")}
    >
      <pre className={styles.command}>
        {"$ canopy agent \\\n  --server "}
        <em>{`mqtts://${server}`}</em>
        {" \\\n  --id "}
        <em>{"•".repeat(20)}</em>
        {" \\\n  --key "}
        <em>{"cpk_••••••••"}</em>
        {" \\\n  --can can0,can1"}
      </pre>
    </ConnectWay>
  );
}
