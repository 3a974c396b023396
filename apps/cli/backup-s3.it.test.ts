import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeWhole } from "../server/platform/files/files.ts";
import { openFar } from "../server/platform/files/open-files.ts";
import { PART_BYTES } from "../server/platform/files/s3-upload.ts";
import { openFolder } from "../server/testing/engines/spawn-host.ts";
import { s3SettingsOf, testS3, whyNoS3 } from "../server/testing/engines/test-s3.ts";
import { backupWorld, runCanopy } from "./testing/backup-world.ts";

it.skipIf(whyNoS3() !== undefined)(
  "saves into a bucket of S3, brings it back, and says which bucket is gone without its keys [OPS-03] [FIL-06]",
  async () => {
    const [folder, world, s3] = [openFolder(), await backupWorld(), await testS3()];
    const to = `http://test%3Atester:testing@127.0.0.1:${s3.port}/canopy/saved`;
    const canopy = (args: string[], env: Record<string, string>) => runCanopy(folder, args, env);
    try {
      const first = await canopy(["backup", to, "--json"], world.env);
      expect(first.code, first.stderr).toBe(0);
      expect(JSON.parse(first.stdout)).toMatchObject({ bodies: 4, files: 1, copied: 5, problems: 0 });
      const files = await openFar(s3SettingsOf(s3.port, "saved"));
      // As a process leaves it that is killed while it writes.
      const loose = `bodies/0a1b2c3d/ff/${"0".repeat(32)}.seg`;
      await writeWhole(files, loose, Buffer.from("loose"));
      await writeWhole(files, "backups/20200101T020000Z/metadata/users.copy.gz", Buffer.from("cut off"));
      const begun = await files.create("backups/20200101T020000Z/frames-1/landing.copy");
      await begun.write([Buffer.alloc(PART_BYTES + 1)]);
      // The place by a variable keeps the keys out of the list of processes.
      const second = await canopy(["backup", "--keep", "2", "--json"], { ...world.env, CANOPY_BACKUP: to });
      expect(JSON.parse(second.stdout)).toMatchObject({ bodies: 4, copied: 0, removed: [] });
      const left: string[] = [];
      for await (const name of files.list("", { withUnfinished: true })) left.push(name);
      await files.close();
      expect(left.filter((name) => name === loose || name.includes("20200101T020000Z"))).toEqual([]);
      expect(await canopy(["backup", "--verify", to], world.env)).toMatchObject({ code: 0 });
      const env = { CANOPY_DATA: join(folder, "restored") };
      const restored = await canopy(["restore", to], env);
      expect(restored.code, restored.stderr).toBe(0);
      expect((await canopy(["verify"], env)).stdout).toContain("frames: no problems");
      const gone = await canopy(["backup", to.replace("/canopy/", "/no-such-bucket/")], world.env);
      expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining("no-such-bucket") });
      expect(gone.stderr).not.toContain("testing");
    } finally {
      await s3.stop();
      await world.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
