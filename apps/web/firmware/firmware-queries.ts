import { type IMAGE_ORDERS, listFirmwareImages } from "@canopy/contract/firmware/images";
import { listFirmwareKeys } from "@canopy/contract/firmware/keys";
import {
  type DeviceFilter,
  listRolloutDevices,
  listRolloutHistory,
  listRollouts,
  previewRollout,
  type ROLLOUT_ORDERS,
  type Rollout,
  type RolloutState,
  readRollout,
  type rolloutPreview,
} from "@canopy/contract/firmware/rollouts";
import type { CallArguments } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { api } from "../platform/api.ts";

export const FIRMWARE_KEY = ["firmware"] as const;
const IMAGES_KEY = [...FIRMWARE_KEY, "images"] as const;
const ROLLOUTS_KEY = [...FIRMWARE_KEY, "rollouts"] as const;

/** A list with a rollout at work, and the page of one: what becomes of its last device is shown too. */
const LIVE_MS = 2000;
const QUIET_MS = 15_000;
const MOST = 500;

interface Page {
  current_page: number;
  page_size: number;
}

interface Sorted<C extends readonly string[]> extends Page {
  order_param?: C[number];
  order_type?: number;
}

export function imagesQuery(
  query: Sorted<typeof IMAGE_ORDERS> & { keyword?: string; type?: "self" | "outer" | undefined },
) {
  return queryOptions({
    queryKey: [...IMAGES_KEY, query],
    queryFn: ({ signal }) => api(listFirmwareImages, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: QUIET_MS,
  });
}

/** For a select. */
export const allImagesQuery = imagesQuery({ current_page: 1, page_size: MOST });

export const keysQuery = queryOptions({
  queryKey: [...FIRMWARE_KEY, "keys"],
  queryFn: async ({ signal }) => (await api(listFirmwareKeys, {}, { signal })).list,
});

export function rolloutsQuery(
  query: Sorted<typeof ROLLOUT_ORDERS> & { state?: RolloutState | undefined; payload?: Rollout["payload"] | undefined },
) {
  return queryOptions({
    queryKey: [...ROLLOUTS_KEY, query],
    queryFn: ({ signal }) => api(listRollouts, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.some(isAtWork) ? LIVE_MS : QUIET_MS),
  });
}

const isAtWork = ({ state, counts }: Rollout): boolean =>
  state === "running" || state === "scheduled" || counts.running > 0;

export function rolloutQuery(id: string) {
  return queryOptions({
    queryKey: [...ROLLOUTS_KEY, "one", id],
    queryFn: async ({ signal }) => (await api(readRollout, { params: { rollout_id: id } }, { signal })).data,
    refetchInterval: LIVE_MS,
  });
}

export function rolloutDevicesQuery(id: string, query: Page & { state: DeviceFilter; keyword?: string }) {
  return queryOptions({
    queryKey: [...ROLLOUTS_KEY, "one", id, "devices", query],
    queryFn: ({ signal }) => api(listRolloutDevices, { params: { rollout_id: id }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });
}

const STORY = { current_page: 1, page_size: 20 };

export function storyQuery(id: string) {
  return queryOptions({
    queryKey: [...ROLLOUTS_KEY, "one", id, "story"],
    queryFn: async ({ signal }) =>
      (await api(listRolloutHistory, { params: { rollout_id: id }, query: STORY }, { signal })).list,
    refetchInterval: LIVE_MS,
  });
}

type PreviewBody = CallArguments<typeof previewRollout>["body"];
export type Preview = z.output<typeof rolloutPreview>;

/** Who would be upgraded now is asked again so often. */
export const PREVIEW_MS = LIVE_MS * 2;

export function previewQuery(body: PreviewBody | undefined) {
  return queryOptions({
    queryKey: [...ROLLOUTS_KEY, "preview", body],
    queryFn: async ({ signal }) => (body ? (await api(previewRollout, { body }, { signal })).data : null),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: PREVIEW_MS,
  });
}
