import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { inject } from "vitest";
import { z } from "zod";
import "./engines.setup.ts";
import { randomName } from "./test-databases.ts";

export interface TestClickHouse {
  readonly client: ClickHouseClient;
  readonly url: string;
  readonly database: string;
  /** Drops it and closes the client. */
  drop(): Promise<void>;
}

const OPTIONS = {
  /** Emulated on a busy machine the smallest query may take half a minute, after which the client would give up. */
  request_timeout: 300_000,
  log: { level: ClickHouseLogLevel.OFF },
} as const;

const Answer = z.union([z.object({ url: z.string() }), z.object({ reason: z.string() })]);

/** A fresh, empty ClickHouse database for one test file; the engine starts with the first file that asks. */
export async function testClickHouse(): Promise<TestClickHouse> {
  const response = await fetch(inject("clickhouse").onDemand);
  const answer = Answer.parse(await response.json());
  if ("reason" in answer) throw new Error(answer.reason);
  const database = randomName("canopy_test");
  const server = createClient({ ...OPTIONS, url: answer.url });
  await server.command({ query: `create database ${database}` });
  const url = new URL(answer.url);
  url.pathname = `/${database}`;
  const client = createClient({ ...OPTIONS, url });
  return {
    client,
    url: url.href,
    database,
    async drop() {
      await server.command({ query: `drop database ${database}` });
      await client.close();
      await server.close();
    },
  };
}
