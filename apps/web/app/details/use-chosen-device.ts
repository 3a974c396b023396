import { useQuery } from "@tanstack/react-query";
import { deviceQuery } from "../../devices/device-query.ts";
import { useLiveStatus } from "../../frames/live/use-live-status.ts";
import { useDetailsAddress } from "./use-details-address.ts";
import { useTimeline } from "./use-timeline.ts";

export type ChosenDevice = ReturnType<typeof useChosenDevice>;

/** The device, time and words in the address of a page that shows one part of any device. */
export function useChosenDevice(path: string) {
  const { address, change, onSearch } = useDetailsAddress(path);
  const timeline = useTimeline(address, change);
  const asked = useQuery({ ...deviceQuery(address.thingsId), enabled: address.thingsId !== "" });
  const known = asked.data;
  const status = useLiveStatus(known?.id);
  return {
    address,
    change,
    onSearch,
    timeline,
    device: known && { ...known, online: status?.online ?? known.online },
    error: asked.error,
    retry: () => void asked.refetch(),
    choose: (thingsId: string) => change({ thingsId, search: {}, cursorMs: null }, "push"),
  };
}
