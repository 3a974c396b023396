import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lintDockerfile, readDockerfile } from "./dockerfile.ts";

const text = readFileSync(join(import.meta.dirname, "../deploy/Dockerfile"), "utf8");

describe("the Dockerfile", () => {
  it("has no fault that a linter finds [OPS-02]", () => {
    expect(lintDockerfile(text)).toEqual([]);
  });

  it("joins continued lines, and leaves comments out", () => {
    expect(readDockerfile("FROM a:1\n# note\nRUN one \\\n # between\n && two\n")).toEqual([
      { line: 1, name: "FROM", value: "a:1" },
      { line: 3, name: "RUN", value: "one  && two" },
    ]);
  });

  it.each([
    ["FROM node:24-bookworm-slim AS build", "FROM node AS build", "FROM without a version"],
    ["FROM node:24-bookworm-slim AS build", "FROM node:latest AS build", "FROM without a version"],
    ["COPY . .", "ADD . .", "COPY instead of ADD"],
    ["COPY --from=build", "COPY --from=built", "COPY from built, which is no stage before"],
    ["WORKDIR /canopy\nUSER", "WORKDIR canopy\nUSER", "WORKDIR is not absolute"],
    ["USER 10001", "USER root", "the last stage runs as root"],
    ['CMD ["node", "--max', 'CMD node ["--max', "not a list of words in JSON"],
    ["&& npm run build", "; npm run build", "steps joined by ; go on after a failure"],
    ["ENV NODE_ENV=production", "ENV CANOPY_SECRET=abc", "a secret in the image"],
    ["EXPOSE 8080", "EXPOSE http", "EXPOSE of no port"],
    ["VOLUME /data", "VOLUMES /data", "unknown instruction VOLUMES"],
    ["HEALTHCHECK --interval=10s", "# --interval=10s", "the last stage has no HEALTHCHECK"],
  ])("with %s as %s is refused", (part, wrong, fault) => {
    expect(text).toContain(part);
    expect(lintDockerfile(text.replace(part, wrong)).join("\n")).toContain(fault);
  });
});
