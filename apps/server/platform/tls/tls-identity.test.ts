import { X509Certificate } from "node:crypto";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { terminal, testGateway } from "../../testing/terminals/test-gateway.ts";
import { selfSigned } from "./self-signed.ts";
import { tlsIdentity, unnamedHosts } from "./tls-identity.ts";

const bare = (folder: string) => ({
  tls: undefined,
  dataFolder: folder,
  publicUrl: "https://cars.example:8080",
  mqttHost: "mqtt.example",
  ftpHost: undefined,
});

describe("a certificate of our own", () => {
  it("is made once, kept, and good for this machine [DEV-12]", () => {
    const folder = temporaryFolder();
    const identity = tlsIdentity(bare(folder), Date.now());
    expect(tlsIdentity(bare(folder), Date.now())).toEqual(identity);
    expect(statSync(join(folder, "tls/key.pem")).mode & 0o777).toBe(0o600);
    const certificate = new X509Certificate(identity.cert);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.ca).toBe(true);
    expect(unnamedHosts(bare(folder), identity)).toEqual([]);
    for (const host of ["localhost", "cars.example", "mqtt.example"]) expect(certificate.checkHost(host)).toBe(host);
    for (const address of ["127.0.0.1", "::1"]) expect(certificate.checkIP(address)).toBe(address);
  });

  it("is made anew when it is damaged or near its end [DEV-12]", () => {
    const folder = temporaryFolder();
    const first = tlsIdentity(bare(folder), Date.now());
    expect(tlsIdentity(bare(folder), Date.now() + 3640 * 86_400_000).cert).not.toBe(first.cert);
    writeFileSync(join(folder, "tls/cert.pem"), "damaged");
    expect(tlsIdentity(bare(folder), Date.now()).cert).toContain("BEGIN CERTIFICATE");
  });

  it("does not name a host that was set later, which is told [DEV-12]", () => {
    const folder = temporaryFolder();
    tlsIdentity(bare(folder), Date.now());
    const later = { ...bare(folder), mqttHost: "terminals.example", ftpHost: "192.0.2.7" };
    expect(unnamedHosts(later, tlsIdentity(later, Date.now()))).toEqual(["terminals.example", "192.0.2.7"]);
  });

  it("given by CANOPY_TLS_CERT but not there is said in one sentence [DEV-12]", () => {
    const config = {
      tls: { certPath: "/nowhere/cert.pem", keyPath: "/nowhere/key.pem" },
      dataFolder: "",
      publicUrl: undefined,
      mqttHost: undefined,
      ftpHost: undefined,
    };
    expect(() => tlsIdentity(config, 0)).toThrow("CANOPY_TLS_CERT cannot be read");
  });
});

describe("the gateway over TLS", () => {
  const identity = selfSigned(["localhost", "127.0.0.1"], Date.now());

  it.each([4 as const, 5 as const])("takes MQTT level %i, its certificate checked [DEV-12]", async (version) => {
    const { gateway, presence } = await testGateway({ tls: { port: 0, ...identity } });
    await terminal(gateway, version, { protocol: "mqtts", port: gateway.mqttsPort ?? 0, ca: identity.cert });
    expect(presence).toMatchObject([{ online: true }]);
  });

  it("refuses TLS 1.1 and survives bytes that are no TLS [DEV-12]", async () => {
    const { gateway } = await testGateway({ tls: { port: 0, ...identity } });
    const old = connect({
      port: gateway.mqttsPort ?? 0,
      host: "127.0.0.1",
      maxVersion: "TLSv1.1",
      minVersion: "TLSv1",
      ca: identity.cert,
    });
    await new Promise((resolve) => old.once("error", resolve));
    await expect(terminal(gateway, 4, { port: gateway.mqttsPort ?? 0 })).rejects.toThrow();
    await terminal(gateway, 4, { protocol: "mqtts", port: gateway.mqttsPort ?? 0, ca: identity.cert });
  });
});
