import "./send-texts.ts";
import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import { X } from "lucide-react";
import { Activity, type ReactNode, useState } from "react";
import { deniedOn } from "../../devices/details/may-change.ts";
import { useSendingDenied } from "../../devices/sending/sending-rule.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { FrameForms, ownChannels, useAddToList } from "./FrameForms.tsx";
import { useHeldList } from "./HeldList.tsx";
import { unchanged } from "./list-work.ts";
import { SendList } from "./SendList.tsx";
import { SendLog } from "./SendLog.tsx";
import styles from "./send.module.css";
import type { HandedFrames } from "./use-send-draft.ts";
import { useSender } from "./use-sender.ts";

/** Few send by signals: its code is fetched when it is asked for. */
const SendMessage = lazyPage(() => import("../send-message/SendMessage.tsx"), "default");

type Part = "frame" | "message" | "list";

interface SendPaneProps {
  device: Thing;
  handed: HandedFrames;
  onClose(): void;
  /** There is no room beside the table: it floats. */
  floating: boolean;
}

/** DEV-06: sending, beside the frames that come back. */
export function SendPane(props: SendPaneProps) {
  const t = useText();
  if (props.floating) {
    return (
      <Dialog open drawer title={t("frames.send.title")} onClose={props.onClose}>
        <SendParts {...props} />
      </Dialog>
    );
  }
  return (
    <section className={styles.sendPane} aria-label={t("frames.send.title")}>
      <header className={styles.sendHead}>
        <h2>{t("frames.send.title")}</h2>
        <IconButton icon={X} label={t("ui.action.close")} onClick={props.onClose} />
      </header>
      <SendParts {...props} />
    </section>
  );
}

function SendParts({ device, handed }: SendPaneProps) {
  const t = useText();
  const sender = useSender(device);
  const held = useHeldList();
  const { draft, editing } = useStore(held);
  const [part, setPart] = useState<Part>(handed.part);
  const [taken, setTaken] = useState(handed.count);
  if (taken !== handed.count) {
    setTaken(handed.count);
    setPart(handed.part);
  }
  const add = useAddToList();
  const ruledOut = useSendingDenied();
  const denied = deniedOn(device, sendCommand) ?? ruledOut;
  const common = { device, sender, denied };
  const toList = () => setPart("list");
  const parts: Readonly<Record<Part, ReactNode>> = {
    frame: <FrameForms {...common} draft={handed.draft} onTaken={toList} />,
    message: (
      <LazyPart fallback={<Skeleton rows={4} columns={2} />}>
        <SendMessage
          channels={ownChannels(device)}
          sender={sender}
          denied={denied}
          onAdd={(frame) => {
            if (add(frame)) toList();
          }}
        />
      </LazyPart>
    ),
    list: <SendList {...common} onEdit={() => setPart("frame")} />,
  };
  return (
    <>
      <div className={styles.sendBody}>
        {denied && <Banner level="tip">{denied}</Banner>}
        {!device.online && <Banner level="ordinary">{t("frames.send.offline")}</Banner>}
        <Segmented
          label={t("frames.send.title")}
          options={[
            { value: "frame", label: t("frames.send.one") },
            { value: "message", label: t("frames.send.message") },
            { value: "list", label: t("frames.send.list", { count: draft.frames.length }) },
          ]}
          value={part}
          onChange={setPart}
        />
        {editing && (
          <div className={styles.sendChanging} role="status">
            {t("frames.list.changing", { n: editing.at + 1 })} ·
            <Button kind="link" onClick={() => held.set(unchanged(held.get()))}>
              {t("ui.action.cancel")}
            </Button>
          </div>
        )}
      </div>
      <KeptParts part={part} parts={parts} />
      <div className={styles.sendBody}>
        <SendLog thingsId={device.id} />
      </div>
    </>
  );
}

/** Once seen, a part is hidden instead of taken away: it keeps what was composed in it. */
function KeptParts({ part, parts }: { part: Part; parts: Readonly<Record<Part, ReactNode>> }) {
  const [seen, setSeen] = useState<readonly Part[]>([part]);
  if (!seen.includes(part)) setSeen([...seen, part]);
  return seen.map((one) => (
    <Activity key={one} mode={one === part ? "visible" : "hidden"}>
      {parts[one]}
    </Activity>
  ));
}
