import type { SignalBinding } from "@canopy/contract/signals/bindings";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { bindingsQuery, followedBindingsQuery } from "./strategy-queries.ts";

it("only the page that shows computations asks often while one runs", () => {
  const client = new QueryClient();
  const running = { backfill: { state: "running" }, days: 3, days_done: 1 } as SignalBinding;
  client.setQueryData(bindingsQuery("d").queryKey, [running]);
  const query = client.getQueryCache().get(new QueryObserver(client, bindingsQuery("d")).getCurrentQuery().queryHash);
  const follow = followedBindingsQuery("d").refetchInterval;
  if (typeof follow !== "function" || !query) throw new Error("no interval by state");
  expect([bindingsQuery("d").refetchInterval, follow(query as never)]).toEqual([20_000, 2000]);
});
