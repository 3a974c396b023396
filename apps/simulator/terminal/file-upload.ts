import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FileProgress } from "@canopy/contract/device-link/files";
import { sendFile } from "@canopy/contract/device-link/send-file";
import { type Answer, done, refused, type TerminalRequest } from "./request.ts";
import type { TerminalControl } from "./terminal-control.ts";

/** docs/device-protocol.md 2.4: told at most once a second, and at the end. */
const TELL_EVERY_MS = 1000;

/** FIL-02: one file at a time goes up in pieces, from an offset where an earlier try ended. */
export function uploadFile(
  { name, url, offset }: { name: string; url: string; offset: number },
  { id, terminal }: TerminalRequest,
): Answer {
  if (terminal.upload !== null) return refused("busy");
  const bytes = terminal.card.read(name);
  if (bytes === undefined) return refused("failed", "no such file, or it is being written");
  if (offset > bytes.length) return refused("badParams");
  const upload = { name, abort: new AbortController() };
  terminal.upload = upload;
  const size = bytes.length;
  let at = offset;
  let toldMs = Date.now();
  const tell = (progress: Pick<FileProgress, "state"> & Partial<FileProgress>) =>
    terminal.publish("files", { id, name, size, offset: at, ...progress });
  const sent = async (next: number) => {
    await sleep((1000 * Math.max(0, next - at)) / terminal.uploadBytesPerS, undefined, { signal: upload.abort.signal });
    at = next;
    if (Date.now() - toldMs < TELL_EVERY_MS || at === size) return;
    toldMs = Date.now();
    tell({ state: "sending" });
  };
  const read = (from: number, to: number) => bytes.subarray(from, to);
  const sha = createHash("sha256").update(bytes).digest("hex");
  sendFile({ url, size, offset, signal: upload.abort.signal, read, sent })
    .then(() => tell({ state: "done", sha256: sha }))
    .catch(() => tell(upload.abort.signal.aborted ? { state: "cancelled" } : { state: "failed", code: "001" }))
    .finally(() => {
      if (terminal.upload === upload) terminal.upload = null;
    });
  return done({ size, sha256: sha });
}

export function cancelUpload({ name }: { name: string }, { terminal }: TerminalRequest): Answer {
  // candtu names the kind alone.
  if (terminal.upload === null || (name !== "" && terminal.upload.name !== name))
    return refused("failed", "not being sent");
  terminal.upload.abort.abort();
  terminal.upload = null;
  return done();
}

/** Called by `Terminal`: an upload does not survive a reboot. */
export function endUpload(terminal: TerminalControl): void {
  terminal.upload?.abort.abort();
  terminal.upload = null;
}
