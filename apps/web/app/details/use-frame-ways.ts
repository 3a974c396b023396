import { listSignalBindings } from "@canopy/contract/signals/bindings";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { mayCall } from "../../accounts/permissions.ts";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { FrameDecoders } from "../../frames/rows/frame-decoders.ts";
import type { FrameWays } from "../../frames/table/frame-ways.ts";
import type { TableFrame } from "../../frames/table/table-frame.ts";
import { decoderOf } from "../../signals/dbc/dbc-decoders.ts";
import { parsedDbcQuery } from "../../signals/dbc/dbc-library.ts";
import { writeView } from "../../signals/layouts/view-address.ts";
import { bindingsQuery } from "../../signals/strategies/strategy-queries.ts";

const MAX_ITEMS = 10;

/** What reads the frames of some devices: the DBCs of their enabled bindings, in the revision that is bound. */
export function useBoundDecoders(thingsIds: readonly string[]): Required<Pick<FrameWays, "decoders" | "isOpening">> {
  const isAllowed = mayCall(listSignalBindings);
  const { bindings, areBindingsOpening } = useQueries({
    queries: thingsIds.map((id) => ({ ...bindingsQuery(id), enabled: isAllowed && id !== "" })),
    combine: (answers) => ({
      areBindingsOpening: answers.some(({ isLoading }) => isLoading),
      bindings: answers.flatMap(({ data }, device) =>
        (data ?? []).filter(({ state }) => state === "enabled").map((binding) => ({ ...binding, device })),
      ),
    }),
  });
  const { files, areFilesOpening } = useQueries({
    queries: bindings.map(({ dbc_id, revision }) => parsedDbcQuery(dbc_id, revision)),
    combine: (answers) => ({
      areFilesOpening: answers.some(({ isLoading }) => isLoading),
      files: answers.map(({ data }) => data),
    }),
  });
  const stamp = bindings.map(({ binding_id }, i) => `${binding_id}:${files[i]?.revision ?? ""}`).join("|");
  const isOpening = areBindingsOpening || areFilesOpening;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp stands for the answers
  const decoders = useMemo(
    () =>
      bindings.flatMap(({ channel, device, dbc_id, dbc_name }, i) => {
        const file = files[i];
        if (!file) return [];
        const { revision } = file;
        const own = thingsIds.length > 1 ? { device } : {};
        const decoder = decoderOf(file.dbc);
        return [{ name: `${dbc_name} r${revision}`, decoder, channel, library: { dbcId: dbc_id, revision }, ...own }];
      }),
    [stamp],
  );
  return useMemo(() => ({ decoders, isOpening }), [decoders, isOpening]);
}

/** The bindings of a device and the pages that its frames lead to. */
export function useFrameWays(thingsId: string, onTab: DeviceTabProps["onTab"]): FrameWays {
  const navigate = useNavigate();
  const { decoders: bound, isOpening } = useBoundDecoders(useMemo(() => [thingsId], [thingsId]));
  const { data: known } = useQuery({ ...bindingsQuery(thingsId), enabled: false });
  const isAllowed = mayCall(listSignalBindings);
  return useMemo(
    () => ({
      decoders: bound,
      isOpening,
      toBindings: isAllowed ? () => onTab("dbc", "bindings") : undefined,
      toCurve: (frames, by = new FrameDecoders(bound)) => onTab("dbc", "curve", curveAddress(frames, by)),
      toDbc: (frame) => {
        const files = new Set(
          (known ?? []).filter(({ channel }) => channel === frame.channel).map((one) => one.dbc_id),
        );
        const [dbc] = files.size === 1 ? files : [];
        const add = `${frame.id.toString(16)}${frame.flags & 1 ? "x" : ""}.${frame.size}`;
        void navigate({ to: "/Container/DBCManager", search: { ...(dbc ? { dbc } : {}), add } });
      },
    }),
    [bound, isOpening, known, isAllowed, onTab, navigate],
  );
}

/** The signals of the frames' messages in panels of their own, with the cursor at the first frame. */
function curveAddress(frames: readonly TableFrame[], bound: FrameDecoders): Record<string, string> {
  const found = new Map<string, { name: string; keys: string[] }>();
  for (const frame of frames) {
    const one = bound.find(frame);
    if (!one?.by.library) continue;
    const { message } = one.message;
    const { dbcId, revision } = one.by.library;
    const place = { channel: frame.channel, dbc_id: dbcId, revision, message_id: message.id };
    found.set(`${frame.channel}/${message.name}`, {
      name: message.name.slice(0, 32).padEnd(2, " ."),
      keys: message.signals
        .slice(0, MAX_ITEMS)
        .map(({ name }) => formatSignal({ ...place, is_extended: message.isExtended, signal: name })),
    });
  }
  const panels = [...found.values()].map(({ name, keys }) => ({
    name,
    items: keys.map((key, i) => ({ key, colour: i + 1 })),
  }));
  const words = writeView({ panels }, { aUs: frames[0]?.timeUs ?? null, bUs: null });
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
