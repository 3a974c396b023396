import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openFolder } from "../server/testing/engines/spawn-host.ts";
import { testS3, whyNoS3 } from "../server/testing/engines/test-s3.ts";
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
      // The place by a variable keeps the keys out of the list of processes.
      const second = await canopy(["backup", "--json"], { ...world.env, CANOPY_BACKUP: to });
      expect(JSON.parse(second.stdout)).toMatchObject({ bodies: 4, copied: 0 });
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
