import { describe, expect, it } from "vitest";
import { engineAvailability, type Machine } from "./resolve-engine.ts";

const machine = (differences: Partial<Machine>): Machine => ({
  platform: "linux",
  arch: "x64",
  execPath: "/node",
  path: "/usr/bin:/bin",
  exists: () => false,
  resolves: () => false,
  ...differences,
});

describe("engine of this machine", () => {
  it("is native where npm has it", () => {
    const found = engineAvailability(machine({ resolves: (name) => name === "@chdb/lib-linux-x64-gnu" }));
    expect(found).toMatchObject({ kind: "native", command: ["/node"], installed: true });
  });

  it("is emulated on arm64 with qemu and the amd64 C library", () => {
    const there = ["/usr/bin/qemu-x86_64", "/lib64/ld-linux-x86-64.so.2"];
    const exists = (path: string) => there.includes(path);
    const found = engineAvailability(machine({ arch: "arm64", exists }));
    expect(found).toMatchObject({ kind: "emulated", installed: false });
    expect(found.kind === "emulated" && found.command.slice(0, -1)).toEqual(["/usr/bin/qemu-x86_64", "-cpu", "max"]);
  });

  it("is translated on arm64 where box64 is installed, though qemu is there too", () => {
    const there = ["/usr/bin/canopy-box64", "/usr/bin/qemu-x86_64", "/lib64/ld-linux-x86-64.so.2"];
    const found = engineAvailability(machine({ arch: "arm64", exists: (path) => there.includes(path) }));
    expect(found).toMatchObject({ kind: "translated", command: ["/usr/bin/canopy-box64", expect.any(String)] });
  });

  it.each(["x64", "arm64"])("is missing on a bare %s machine, and one sentence says what to do", (arch) => {
    const found = engineAvailability(machine({ arch }));
    expect(found).toMatchObject({
      kind: "unavailable",
      problem: expect.stringMatching(new RegExp(`linux ${arch}.*@chdb/lib-linux-${arch}-gnu.*CLICKHOUSE_URL`)),
    });
  });
});
