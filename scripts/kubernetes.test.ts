import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { MAX_RUN_BYTES } from "@canopy/contract/outputs/output-content";
import { MAX_IMPORT_BYTES } from "@canopy/contract/transfers/imports";
import { Deployment, type IDeployment } from "kubernetes-models/apps/v1/Deployment";
import { CronJob } from "kubernetes-models/batch/v1/CronJob";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Service } from "kubernetes-models/v1/Service";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

const ROOT = dirname(import.meta.dirname);
const MODELS = { ConfigMap, CronJob, Deployment, Ingress, NetworkPolicy, PodDisruptionBudget, Service };
const PLACES: Record<string, string> = {
  ConfigMap: "v1",
  CronJob: "batch/v1",
  Deployment: "apps/v1",
  Ingress: "networking.k8s.io/v1",
  NetworkPolicy: "networking.k8s.io/v1",
  PodDisruptionBudget: "policy/v1",
  Service: "v1",
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: keyof typeof MODELS;
  readonly metadata: { readonly name: string };
}

const text = readFileSync(join(ROOT, "deploy/kubernetes.yaml"), "utf8");
const manifests = parseAllDocuments(text).map((document) => {
  if (document.errors.length > 0) throw document.errors[0];
  return document.toJS() as Manifest;
});
const named = manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);

describe("manifests for Kubernetes", () => {
  it.each(named)("%s has the values that its schema asks for", (_, manifest) => {
    const Model = MODELS[manifest.kind];
    expect(manifest.apiVersion).toBe(PLACES[manifest.kind]);
    expect(() => new Model(manifest as never).validate()).not.toThrow();
  });

  it("a value of a wrong type is told", () => {
    const [deployment] = manifests.filter(({ kind }) => kind === "Deployment");
    const wrong = { ...deployment, spec: { replicas: "two" } };
    expect(() => new Deployment(wrong as never).validate()).toThrow();
  });

  it("a worker has the disk that its work may take [OPS-02]", () => {
    const worker = manifests.find(({ metadata }) => metadata.name === "canopy-worker") as IDeployment | undefined;
    const data = worker?.spec?.template.spec?.volumes?.find(({ name }) => name === "data");
    const asked = data?.ephemeral?.volumeClaimTemplate?.spec.resources?.requests?.storage;
    const GIB = 1024 ** 3;
    // Two logs checked, two stored, two outputs made, and the cache.
    const most = 4 * MAX_IMPORT_BYTES + 2 * MAX_RUN_BYTES + 2 * GIB;
    expect(Number(/^(\d+)Gi$/.exec(String(asked))?.[1]) * GIB).toBeGreaterThan(most);
  });

  it("has no field that Kubernetes does not know", async () => {
    const folder = mkdtempSync(join(tmpdir(), "canopy-kubernetes-"));
    try {
      symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
      expect(await compile(folder, manifests)).toBe("");
      const [deployment] = manifests.filter(({ kind }) => kind === "Deployment");
      const misspelt = { ...deployment, spec: { ...(deployment as { spec?: object }).spec, replica: 2 } } as Manifest;
      expect(await compile(folder, [misspelt])).toContain("replica");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The types of the models refuse fields that the schemas would let pass. */
async function compile(folder: string, checked: readonly Manifest[]): Promise<string> {
  const lines = checked.map(
    (manifest, i) =>
      `import type { I${manifest.kind} as M${i} } from "kubernetes-models/${manifest.apiVersion}/${manifest.kind}";
export const m${i}: M${i} = ${JSON.stringify(manifest)};`,
  );
  writeFileSync(join(folder, "manifests.ts"), lines.join("\n"));
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--skipLibCheck", "--ignoreConfig", "--types", ""];
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  return promisify(execFile)(tsc, [...options, join(folder, "manifests.ts")]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}
