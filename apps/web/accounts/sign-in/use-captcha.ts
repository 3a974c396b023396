import { CAPTCHA_TTL_MS } from "@canopy/contract/accounts/rules";
import { captcha } from "@canopy/contract/accounts/sessions";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { api } from "../../platform/api.ts";
import { readCaptchaSvg } from "./captcha-picture.ts";

export interface Captcha {
  readonly uuid: string;
  /** The address of its ink; none while the next one is on its way, which would void what is typed from this one. */
  readonly picture: string | undefined;
  readonly failed: boolean;
  readonly busy: boolean;
  /** The typed text belongs to an older picture. */
  readonly stale: boolean;
  renew(): void;
  /** Typing refers to the picture that is shown. */
  typed(): void;
}

/** A little before the server forgets it (ACC-02). */
const RENEW_AFTER_MS = CAPTCHA_TTL_MS - 10_000;

export function useCaptcha(): Captcha {
  const [typedFor, setTypedFor] = useState("");
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["accounts", "captcha"],
    queryFn: async ({ signal }) => {
      const { uuid, svgCode } = await api(captcha, {}, { signal });
      return { uuid, picture: readCaptchaSvg(svgCode) };
    },
    staleTime: RENEW_AFTER_MS,
    refetchInterval: RENEW_AFTER_MS,
    gcTime: 0,
    retry: false,
  });
  const uuid = data?.uuid ?? "";
  return {
    uuid,
    picture: isError || isFetching ? undefined : data?.picture,
    failed: isError,
    busy: isFetching,
    stale: isFetching || typedFor !== uuid,
    renew: useCallback(() => void refetch(), [refetch]),
    typed: () => setTypedFor(uuid),
  };
}
