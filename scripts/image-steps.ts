// `node scripts/image-steps.ts`, as root on Debian with Node 24: the steps of deploy/Dockerfile in a chroot, where there is no Docker engine.
// The base image is stood in for by this machine's /usr (read-only) and Node; everything else is as the file says. Then the image is run
// as its user with a read-only root, as compose does: ready, one backup, one stop. It needs the npm registry and 2 GB below /tmp.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Instruction, readDockerfile, wordsOf } from "./dockerfile.ts";

const ROOT = dirname(import.meta.dirname);
const PATH = "/opt/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";
/** Of the healthcheck: it may not be ready before. */
const READY_SECONDS = 120;
const PORTS = {
  CANOPY_HTTP_PORT: 38_080,
  CANOPY_MQTT_PORT: 31_883,
  CANOPY_MQTTS_PORT: 38_883,
  CANOPY_FTP_PORT: 32_121,
};

/** How this machine reaches the registry; of no part in the image. */
const OUTSIDE = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
]
  .filter((name) => process.env[name])
  .map((name) => `${name}=${process.env[name]}`);
const NPM_CACHE = join(homedir(), ".npm");

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What a stage has said so far. */
interface Stage {
  readonly root: string;
  readonly name: string;
  env: string[];
  folder: string;
  user: string;
}

/** The folder of a stage as a system of its own: this machine's programs, and an /etc that may be changed. */
function beginStage(value: string, number: number): { stage: Stage; lines: string[] } {
  const name = / as (\S+)$/i.exec(value)?.[1] ?? "image";
  const stage = { root: `$work/${number}-${name}`, name, env: [], folder: "/", user: "0" };
  const lines = [
    `echo "== ${value}"`,
    `r="${stage.root}"; mkdir -p "$r"/{usr,proc,dev,tmp,root,home,var,opt/node/bin}; chmod 1777 "$r/tmp"`,
    'for link in bin lib lib64 sbin; do [ -e /$link ] && ln -s usr/$link "$r/$link"; done',
    `mkdir -p ${quoted(NPM_CACHE)} "$r/root/.npm"; mount --bind ${quoted(NPM_CACHE)} "$r/root/.npm"`,
    'cp -a /etc "$r/etc"; cp "$node" "$r/opt/node/bin/node"',
    'mount --bind /usr "$r/usr"; mount -o remount,bind,ro "$r/usr"; mount --rbind /dev "$r/dev"; mount --bind /proc "$r/proc"',
  ];
  return { stage, lines };
}

/** A command in the stage, as Docker runs it: its environment alone. */
function inStage(stage: Stage, command: string, env: readonly string[] = []): string {
  const home = stage.user === "0" ? "/root" : "/home/canopy";
  const all = [`PATH=${PATH}`, `HOME=${home}`, ...stage.env, ...env].map(quoted).join(" ");
  const inner = quoted(`cd ${stage.folder} && ${command}`);
  return `chroot --userspec=${stage.user}:${stage.user} "${stage.root}" /usr/bin/env -i ${all} /bin/sh -c ${inner}`;
}

function linesOf({ name, value }: Instruction, stage: Stage, stages: readonly Stage[]): string[] {
  if (name === "ENV") stage.env.push(...value.split(/\s+/));
  else if (name === "WORKDIR") {
    stage.folder = value;
    return [`mkdir -p "${stage.root}${value}"`];
  } else if (name === "USER") stage.user = value;
  else if (name === "RUN") return [`echo "== RUN ${value.slice(0, 60)}"`, inStage(stage, value, OUTSIDE)];
  else if (name === "COPY") return [copyOf(value, stage, stages)];
  return [];
}

function copyOf(value: string, stage: Stage, stages: readonly Stage[]): string {
  const [, from, source = "", target = ""] = /^(?:--from=(\S+)\s+)?(\S+)\s+(\S+)$/.exec(value) ?? [];
  const other = stages.find((one) => one.name === from);
  if (other) return `cp -a "${other.root}${source}" "${stage.root}${target}"`;
  // What is committed; .dockerignore leaves out what is not.
  return `git -C ${quoted(ROOT)} archive HEAD | tar -x --no-same-owner -C "${stage.root}${stage.folder}"`;
}

function runOf(stage: Stage, instructions: readonly Instruction[]): string[] {
  const last = (name: string) => instructions.findLast((one) => one.name === name)?.value ?? "";
  const commandOf = (words: readonly string[]) => words.map(quoted).join(" ");
  const folders = ["/tmp", "/data", "/backup"];
  const env = [
    `CANOPY_SECRET=${randomBytes(32).toString("hex")}`,
    "CANOPY_FTP_PASSIVE=42000-42009",
    ...Object.entries(PORTS).map(([name, port]) => `${name}=${port}`),
  ];
  const health = inStage(stage, commandOf(wordsOf(last("HEALTHCHECK")) ?? []), env);
  const backup = inStage(stage, "node apps/cli/bin/canopy.mjs backup /backup --keep 14", env);
  return [
    `r="${stage.root}"; echo "== run: $(du -sm "$r/canopy" | cut -f1) MB of files"`,
    // A volume takes owner and mode of the folder that it is mounted on.
    'mount --bind "$r" "$r"; mount --bind /usr "$r/usr"; mount --rbind /dev "$r/dev"; mount --bind /proc "$r/proc"',
    ...folders.map(
      (folder) =>
        `mkdir "$work/volume${folder}"; chown --reference="$r${folder}" "$work/volume${folder}"; chmod --reference="$r${folder}" "$work/volume${folder}"; mount --bind "$work/volume${folder}" "$r${folder}"`,
    ),
    'mount -o remount,bind,ro "$r"',
    `exec 3>"$work/server.log"; began=$SECONDS; ${inStage(stage, `exec ${commandOf(wordsOf(last("CMD")) ?? [])}`, env)} >&3 2>&3 & server=$!`,
    "trap 'kill $server 2>/dev/null || true; tail -5 \"$work/server.log\"' EXIT",
    `until ${health} 2>/dev/null; do [ $((SECONDS - began)) -lt ${READY_SECONDS} ] && kill -0 $server; sleep 1; done`,
    'echo "== ready after $((SECONDS - began)) s, as user $(stat -c %u /proc/$server)"',
    backup,
    'echo "== in /backup: $(stat -c "%u %a" "$r/backup"), $(ls "$r/backup" | wc -l) entries"',
    'kill -TERM $server; stopped=$SECONDS; wait $server; echo "== stopped with code 0 after $((SECONDS - stopped)) s"; trap - EXIT',
  ];
}

function scriptOf(text: string, work: string): string {
  const instructions = readDockerfile(text);
  const stages: Stage[] = [];
  const lines = ["set -euo pipefail", `work=${quoted(work)}; node=${quoted(process.execPath)}; mkdir "$work/volume"`];
  for (const instruction of instructions) {
    if (instruction.name === "FROM") {
      const begun = beginStage(instruction.value, stages.length);
      stages.push(begun.stage);
      lines.push(...begun.lines);
      continue;
    }
    const stage = stages.at(-1);
    if (stage) lines.push(...linesOf(instruction, stage, stages));
  }
  const image = stages.at(-1);
  if (image) lines.push(...runOf(image, instructions));
  return lines.join("\n");
}

if (import.meta.main) {
  const work = mkdtempSync(join(tmpdir(), "canopy-image-"));
  const script = scriptOf(readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8"), work);
  // Mounts are those of the new namespace alone and end with it.
  const { status } = spawnSync("unshare", ["--mount", "--propagation", "private", "bash", "-c", script], {
    stdio: "inherit",
  });
  rmSync(work, { recursive: true, force: true });
  process.exitCode = status ?? 1;
}
