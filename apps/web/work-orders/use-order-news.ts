import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { liveClient } from "../frames/live/live-client.ts";
import { ORDERS_KEY } from "./order-queries.ts";

/** Every change of the other side is also a message: the orders on the page are read again. */
export function useOrderNews(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      liveClient().watchNews(({ type }) => {
        if (type === "messages") void client.invalidateQueries({ queryKey: ORDERS_KEY });
      }),
    [client],
  );
}
