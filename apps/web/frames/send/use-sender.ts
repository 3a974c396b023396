import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { z } from "zod";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { type SendPlan, sendBody } from "./send-body.ts";
import { addSending, settleSending } from "./send-log.ts";
import "./send-texts.ts";
import { transmissionsQuery } from "./use-transmissions.ts";

export interface Sender {
  busy: boolean;
  send(label: string, plan: SendPlan): Promise<void>;
  stop(): Promise<void>;
}

const answered = z.object({ items: z.array(z.object({ ok: z.boolean() })) });

/** DEV-06: sends through the server, which waits for the terminal; each result stands in the log below the form. */
export function useSender(device: Thing): Sender {
  const t = useText();
  const queries = useQueryClient();
  const [running, setRunning] = useState(0);
  const run = useCallback(
    async (label: string, body: Parameters<typeof api<typeof sendCommand>>[1]["body"]) => {
      const key = addSending(device.id, label);
      setRunning((count) => count + 1);
      try {
        const { data } = await api(sendCommand, { params: { things_id: device.id }, body });
        // The header and the log below the form know of it before it is called done.
        await queries.invalidateQueries({ queryKey: transmissionsQuery(device.id).queryKey });
        const items = answered.safeParse(data.result).data?.items;
        const ok = items?.filter((item) => item.ok).length;
        const words = items ? t("frames.send.itemsDone", { ok: ok ?? 0, all: items.length }) : t("frames.send.done");
        // One that repeats, and a list that takes longer than its call: it stands in the header until it has ended.
        const goesOn = data.method === "frames.send" && (data.params.repeat !== 1 || data.state === "sending");
        settleSending(device.id, key, {
          state: items && ok !== items.length ? "failed" : "done",
          text: words,
          transmission: goesOn ? data.id : undefined,
        });
      } catch (thrown) {
        settleSending(device.id, key, { state: "failed", text: troubleOf(thrown).text });
      } finally {
        setRunning((count) => count - 1);
      }
    },
    [device.id, queries, t],
  );
  const send = useCallback((label: string, plan: SendPlan) => run(label, sendBody(plan)), [run]);
  const stop = useCallback(() => run(t("frames.send.stop"), { method: "frames.stop", params: {} }), [run, t]);
  return { busy: running > 0, send, stop };
}
