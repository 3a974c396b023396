import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { writeConfigFile } from "@canopy/contract/device-link/config-file";
import { configHash } from "@canopy/contract/device-link/config-hash";
import { configErrors } from "@canopy/contract/devices/config-errors";
import { readConfiguration, writeConfiguration } from "@canopy/contract/devices/configuration";
import type { Thing } from "@canopy/contract/devices/thing";
import { CallError } from "@canopy/contract/platform/http-call";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { bodyOf, type Sending } from "./config-draft.ts";
import { configKey } from "./config-queries.ts";
import type { DraftTools } from "./use-config-draft.ts";

/** Content of the review: both configurations; the version's number once it is sent. */
export interface Reviewed {
  readonly from: unknown;
  readonly to: DeviceConfig;
  readonly fromVersion: number;
  readonly sentVersion?: number;
}

/** Everything that the tab does with the server. */
export function useConfigActions(device: Thing, tools: DraftTools) {
  const t = useText();
  const client = useQueryClient();
  const [reviewed, review] = useState<Reviewed>();
  const params = { things_id: device.id };

  const read = useMutation({
    mutationFn: () => api(readConfiguration, { params }),
    onSuccess: ({ data, problem }) => {
      client.setQueryData(configKey(device.id), data);
      if (problem === null) addNote({ tone: "done", text: t("devices.config.readDone") });
      else addNote({ tone: "ordinary", text: codeText(problem) ?? problem });
    },
    onError: (error) => addNote({ tone: "urgent", text: troubleOf(error).text }),
  });

  const write = useMutation({
    mutationFn: (sending: Sending) => {
      const body = bodyOf(sending, tools);
      return api(writeConfiguration, { params, body }, { idempotencyKey: crypto.randomUUID() });
    },
    onSuccess: ({ data }, sending) => {
      client.setQueryData(configKey(device.id), data);
      void client.invalidateQueries({ queryKey: [...configKey(device.id), "versions"] });
      const sentVersion = data.desired?.version ?? 0;
      if (sending.of === "version") {
        const { config, version } = sending.version;
        return review({ from: config, to: config, fromVersion: version, sentVersion });
      }
      const { base: from, baseVersion: fromVersion } = tools;
      tools.discard();
      review({ from, to: sending.to, fromVersion, sentVersion });
    },
    onError: (error, { of }) => {
      // The newest version comes with the query: the review then shows it beside mine.
      void client.invalidateQueries({ queryKey: configKey(device.id) });
      // No review stands open to say it.
      if (of === "version") addNote({ tone: "urgent", text: troubleOf(error).text });
    },
  });
  const isStale = write.error instanceof CallError && write.error.code === configErrors.configStale.code;
  return {
    read,
    write,
    reviewed,
    review,
    trouble: write.error && !isStale ? troubleOf(write.error).text : undefined,
  };
}

/** Saves a file in the browser's own way. */
export function exportConfig(config: DeviceConfig, device: Thing, version: number): void {
  const about = { device: device.third_things_id, name: device.name, version, hash: configHash(config) };
  const url = URL.createObjectURL(new Blob([writeConfigFile(config, about)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${device.third_things_id}-config-v${version}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
