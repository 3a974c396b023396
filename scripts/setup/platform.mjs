// Runs on the machine's own Node (20 or later) before anything is installed: plain JavaScript, no dependency.

/**
 * One sentence that says why Canopy cannot run here, or undefined.
 * @param {{ os: string, arch: string, nodeMajor: number, glibc: boolean }} machine
 */
export function platformProblem(machine = thisMachine()) {
  if (machine.nodeMajor < 20)
    return `Canopy needs Node 20 or later to set itself up; this is Node ${machine.nodeMajor}.`;
  if (machine.os !== "linux") {
    return `Canopy runs on Linux (x64 or arm64); PostgreSQL for ${machine.os} is not packaged. A Linux container or virtual machine works.`;
  }
  if (machine.arch !== "x64" && machine.arch !== "arm64") {
    return `Canopy runs on x64 and arm64; PostgreSQL for ${machine.arch} is not packaged.`;
  }
  if (!machine.glibc)
    return "Canopy needs a Linux with glibc (Debian, Ubuntu, Fedora …); this one has another C library (musl).";
  return undefined;
}

function thisMachine() {
  const header = process.platform === "linux" ? process.report.getReport().header : {};
  return {
    os: process.platform,
    arch: process.arch,
    nodeMajor: nodeMajor(process.version),
    glibc: header.glibcVersionRuntime !== undefined,
  };
}

export function nodeMajor(version) {
  return Number(version.replace(/^v/, "").split(".")[0]);
}
