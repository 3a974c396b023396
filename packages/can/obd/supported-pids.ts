/** PIDs 00, 20, 40 … E0 answer which of the next 32 are there. */
export function isSupportPid(pid: number): boolean {
  return (pid & 0x1f) === 0;
}

/** Bit 7 of the first byte is PID + 1; bit 0 of the last, PID + 32, says that the next mask exists. */
export function supportedPids(pid: number, mask: Uint8Array): number[] {
  const pids: number[] = [];
  for (let bit = 0; bit < Math.min(32, mask.length * 8); bit++) {
    if (((mask[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) pids.push(pid + 1 + bit);
  }
  return pids;
}

/** The mask to ask for after this one; undefined at the end. */
export function nextSupportPid(pid: number, mask: Uint8Array): number | undefined {
  return pid < 0xe0 && supportedPids(pid, mask).includes(pid + 0x20) ? pid + 0x20 : undefined;
}

export function supportMask(pid: number, supported: readonly number[]): Uint8Array {
  const mask = new Uint8Array(4);
  for (const one of supported) {
    const bit = one - pid - 1;
    if (bit >= 0 && bit < 32) mask[bit >> 3] = (mask[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  }
  return mask;
}
