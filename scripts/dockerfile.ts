/** One instruction of a Dockerfile, its continued lines joined, without comments. */
export interface Instruction {
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

const KNOWN: ReadonlySet<string> = new Set(
  "ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR".split(" "),
);

export function readDockerfile(text: string): Instruction[] {
  const found: Instruction[] = [];
  let open: { line: number; text: string } | undefined;
  for (const [i, raw] of text.split("\n").entries()) {
    if (/^\s*(#|$)/.test(raw)) continue;
    open = { line: open?.line ?? i + 1, text: `${open?.text ?? ""}${raw.replace(/\\$/, "")}` };
    if (raw.endsWith("\\")) continue;
    const [, name = "", value = ""] = /^(\S+)\s*(.*)$/s.exec(open.text.trim()) ?? [];
    found.push({ line: open.line, name, value });
    open = undefined;
  }
  if (open) found.push({ line: open.line, name: "", value: open.text });
  return found;
}

/** What is wrong with a Dockerfile, a line each: the rules of hadolint that concern images of this kind, and what Docker refuses. */
export function lintDockerfile(text: string): string[] {
  const instructions = readDockerfile(text);
  const faults: string[] = [];
  const stages = new Set<string>();
  const last = new Map<string, Instruction>();
  if (instructions[0]?.name !== "FROM" && instructions[0]?.name !== "ARG") faults.push("1: begins with FROM");
  for (const instruction of instructions) {
    const tell = (fault: string) => faults.push(`${instruction.line}: ${fault}`);
    checkOne(instruction, stages, tell);
    if (instruction.name === "FROM") {
      last.clear();
      const stage = / as (\S+)$/i.exec(instruction.value)?.[1];
      if (stage) stages.add(stage);
    }
    last.set(instruction.name, instruction);
  }
  const user = last.get("USER")?.value;
  if (user === undefined || /^(root|0)(:|$)/.test(user)) faults.push("0: the last stage runs as root");
  for (const name of ["CMD", "HEALTHCHECK"]) if (!last.has(name)) faults.push(`0: the last stage has no ${name}`);
  return faults;
}

function checkOne({ name, value }: Instruction, stages: ReadonlySet<string>, tell: (fault: string) => void): void {
  if (name === "ADD") tell("COPY instead of ADD");
  else if (!KNOWN.has(name)) tell(`unknown instruction ${name || value}`);
  if (value === "") tell(`${name} of nothing`);
  if (name === "FROM" && !/^\S+:(?!latest\b)\S+/.test(value) && !stages.has(value.split(" ")[0] ?? ""))
    tell("FROM without a version");
  if (name === "WORKDIR" && !value.startsWith("/")) tell("WORKDIR is not absolute");
  if (name === "ENV" && /(SECRET|PASSWORD|TOKEN|KEY)\w*=/.test(value)) tell("a secret in the image");
  if (name === "COPY") {
    const from = /--from=(\S+)/.exec(value)?.[1];
    if (from !== undefined && !stages.has(from)) tell(`COPY from ${from}, which is no stage before`);
  }
  if (name === "CMD" || name === "ENTRYPOINT" || name === "HEALTHCHECK") checkExec(value, tell);
  if (name === "EXPOSE" && !value.split(/\s+/).every((port) => /^\d+(-\d+)?(\/(tcp|udp))?$/.test(port)))
    tell("EXPOSE of no port");
  if (name === "RUN") checkRun(value, tell);
}

/** Without a shell in between, which would keep signals to itself. */
function checkExec(value: string, tell: (fault: string) => void): void {
  if (wordsOf(value) === undefined) tell("not a list of words in JSON");
}

/** Of CMD, ENTRYPOINT or HEALTHCHECK. */
export function wordsOf(value: string): string[] | undefined {
  try {
    const words: unknown = JSON.parse(value.replace(/^(--\S+\s+)*(CMD\s+)?/, ""));
    return Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string")
      ? words
      : undefined;
  } catch {
    return undefined;
  }
}

function checkRun(value: string, tell: (fault: string) => void): void {
  if (/\bsudo\b/.test(value)) tell("sudo");
  if (/\bcd \//.test(value)) tell("WORKDIR instead of cd");
  if (/\b(curl|wget)\b[^&|]*\|\s*(ba)?sh\b/.test(value)) tell("runs what it downloads");
  if (/\bapt-get install\b/.test(value) && !/-y\b.*--no-install-recommends|--no-install-recommends.*-y\b/.test(value))
    tell("apt-get install without -y --no-install-recommends");
  if (/;\s*\S/.test(value)) tell("steps joined by ; go on after a failure");
}
