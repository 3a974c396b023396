/** Parses a chosen file in a worker: a large one would freeze the page for seconds. */
import { decodeDbcText } from "@canopy/can/dbc/parse/encoding";
import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { readSignalFile } from "@canopy/can/signal-file/read";
import type { DbcPreview } from "./dbc-preview.ts";

const SAMPLE_LINES = 5;
const LINE_MAX = 200;

addEventListener("message", ({ data }: MessageEvent<{ bytes: Uint8Array; encoding: DbcEncoding | undefined }>) => {
  const { dbc, problems, encoding, format } = readSignalFile(data.bytes, data.encoding);
  const { text } = decodeDbcText(data.bytes, encoding);
  const preview: DbcPreview = {
    encoding,
    format,
    problems,
    messages: dbc.messages.length,
    signals: dbc.messages.reduce((count, message) => count + message.signals.length, 0),
    text,
    sample: sampleOf(text),
  };
  postMessage(preview);
});

/** Lines that are not plain ASCII: they show whether the encoding is right. */
function sampleOf(text: string): string[] {
  const found: string[] = [];
  for (const [line] of text.matchAll(/^.*[\u0080-\uffff].*$/gm)) {
    found.push(line.trim().slice(0, LINE_MAX));
    if (found.length === SAMPLE_LINES) break;
  }
  return found;
}
