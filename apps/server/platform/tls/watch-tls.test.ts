import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { createLog } from "../log.ts";
import { selfSigned, type TlsIdentity } from "./self-signed.ts";
import { watchTls } from "./watch-tls.ts";

it("a certificate that was renewed in its files is told of, once both files are the new ones [DEV-12]", async () => {
  const folder = temporaryFolder();
  const paths = { certPath: join(folder, "tls.crt"), keyPath: join(folder, "tls.key") };
  const [before, after] = [selfSigned(["localhost"], Date.now()), selfSigned(["localhost"], Date.now())];
  const write = ({ cert, key }: TlsIdentity) => {
    writeFileSync(paths.certPath, cert);
    writeFileSync(paths.keyPath, key);
  };
  write(before);
  const renewed: TlsIdentity[] = [];
  const config = { tls: paths, dataFolder: folder, publicUrl: undefined, mqttHost: undefined, ftpHost: undefined };
  const watch = watchTls({ config, log: createLog("silent"), everyMs: 20, renewed: (one) => renewed.push(one) });
  onTestFinished(() => watch.stop());
  writeFileSync(paths.certPath, after.cert);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(renewed).toEqual([]);
  write(after);
  await expect.poll(() => renewed).toEqual([after]);
});
