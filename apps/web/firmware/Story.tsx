import { useQuery } from "@tanstack/react-query";
import { type TextKey, useText } from "../platform/i18n.ts";
import { Card } from "../ui/Card.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import { whyOf } from "./device-words.ts";
import styles from "./firmware.module.css";
import { storyQuery } from "./firmware-queries.ts";

const WORDS: Readonly<Record<string, TextKey>> = {
  created: "firmware.story.created",
  approve: "firmware.story.approve",
  begun: "firmware.story.begun",
  wave: "firmware.story.wave",
  halted: "firmware.story.halted",
  ended: "firmware.story.ended",
  pause: "firmware.story.pause",
  resume: "firmware.story.resume",
  stop: "firmware.story.stop",
  retry: "firmware.story.retry",
  done: "firmware.story.done",
  failed: "firmware.story.failed",
};

/** The last twenty things that happened. */
export function Story({ id }: { id: string }) {
  const t = useText();
  const list = useQuery(storyQuery(id)).data ?? [];
  return (
    <Card title={t("firmware.view.history")}>
      <ol className={styles.story}>
        {list.map(({ time, kind, device, things_id, code, user_name }, i) => {
          const values = { user: user_name ?? "", device: device ?? "—", code: code ?? "", why: whyOf(code, t) };
          const key = WORDS[kind];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen in one moment
            <li key={`${time} ${i}`} data-kind={kind}>
              <TimeText at={time} of={things_id} /> <span>{key ? t(key, values) : kind}</span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
