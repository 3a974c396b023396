import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const MIN_BYTES = 1024;
/** Brotli 11 takes twice as long as 10 for 1-2 %: only worth it where it costs nothing. */
const BEST_QUALITY_BELOW_BYTES = 64 * 1024;
// Fonts and pictures are compressed already. Pages are left out because the server writes a nonce into each.
const WORTHWHILE = /\.(js|mjs|css|svg|json|wasm|txt|map|ttf|webmanifest)$/;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Writes `.br` and `.gz` beside every asset that gains from it. */
export async function compressAssets(folder: string): Promise<{ files: number }> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && WORTHWHILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const written = await Promise.all(paths.map(compressOne));
  return { files: written.filter(Boolean).length };
}

async function compressOne(path: string): Promise<boolean> {
  const bytes = readFileSync(path);
  if (bytes.length < MIN_BYTES) return false;
  const quality = bytes.length < BEST_QUALITY_BELOW_BYTES ? 11 : 10;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotliAsync(bytes, { params }), gzipAsync(bytes, { level: 9 })]);
  if (br.length < bytes.length) writeFileSync(`${path}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz);
  return true;
}
