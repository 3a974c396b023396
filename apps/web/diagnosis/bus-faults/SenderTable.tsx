import { channelName } from "@canopy/contract/device-link/channels";
import type { BusFaultSender } from "@canopy/contract/diagnosis/bus-faults";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { TimeText } from "../../ui/time/TimeText.tsx";
import styles from "../desk/desk.module.css";
import { Scroll } from "../desk/Scroll.tsx";
import "./bus-fault-texts.ts";
import { factsText, senderName } from "./fault-words.ts";

/** UDS-06: lamps, readiness and identity, as the newest message of each list has them. */
export function SenderTable({ senders, withDevice }: { senders: readonly BusFaultSender[]; withDevice: boolean }) {
  const t = useText();
  return (
    <Scroll>
      <table className={styles.table} aria-label={t("diagnosis.bus.senders")}>
        <thead>
          <tr>
            <th scope="col">{t("diagnosis.bus.source")}</th>
            <th scope="col">{t("diagnosis.bus.state")}</th>
            <th scope="col">{t("diagnosis.bus.tells")}</th>
            <th scope="col">{t("diagnosis.bus.heard")}</th>
          </tr>
        </thead>
        <tbody>
          {senders.map((sender) => (
            <tr key={[sender.things_id, sender.channel, sender.protocol, sender.source, sender.list].join("/")}>
              <td>
                <bdi>
                  {withDevice && `${sender.device_name} `}
                  {channelName(sender.channel)}
                </bdi>
                {` · ${senderName(sender, t)}`}
              </td>
              <td>{t(`diagnosis.bus.list.${sender.list}`)}</td>
              <td>{factsText(sender, t) || UNKNOWN}</td>
              <td>
                <TimeText at={Number(sender.heard_time) / 1000} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
