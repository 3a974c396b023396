import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../apps/server/platform/config.ts";
import { VARIABLE_NAMES } from "../apps/server/platform/config-variables.ts";
import { SERVER_FLAGS } from "./setup/node24.mjs";

const FOLDER = join(import.meta.dirname, "../deploy");
const files = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf8")] as const);
const textOf = (name: string) => files.find(([other]) => other === name)?.[1] ?? "";

describe("files for containers and services", () => {
  it.each(files)("%s names settings that exist", (_, text) => {
    const known: ReadonlySet<string> = new Set(VARIABLE_NAMES);
    const named = text.match(/\b(CANOPY_[A-Z_]+|DATABASE_URL|FRAMES_DATABASE_URL|NATS_URL|S3_URL)\b/g) ?? [];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(["Dockerfile", "canopy.service"])("%s starts the server as `npm start` does", (name) => {
    const command = textOf(name).replace(/[",[\]]+\s*/g, " ");
    for (const part of [...SERVER_FLAGS, "apps/server/main.ts"]) expect(command).toContain(part);
  });

  it("the image publishes the ports that the server listens on", () => {
    const reading = readConfig({});
    if (!reading.ok) throw new Error(reading.problems.join(" "));
    const { httpPort, mqttPort, mqttsPort, ftpPort, ftpPassive } = reading.config;
    const ports = `${httpPort} ${mqttPort} ${mqttsPort} ${ftpPort} ${ftpPassive.from}-${ftpPassive.to}`;
    expect(textOf("Dockerfile")).toContain(`EXPOSE ${ports}`);
    for (const port of ports.split(" ")) expect(textOf("compose.yaml")).toContain(`${port}:${port}"`);
  });
});
