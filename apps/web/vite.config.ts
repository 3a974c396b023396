import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Replaced by the server in every response; `platform/csp.ts` hands it to the parts that insert styles. */
const NONCE_PLACE = "__CSP_NONCE__";

const server = process.env.CANOPY_DEV_SERVER ?? "http://127.0.0.1:8080";
const toServer = { target: server, ws: true, changeOrigin: false };

/** Tags of the head. Whatever of them stood there would be fetched, or waited for, before the skeleton paints. */
const TAG = {
  sheet: /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
  module: /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g,
  font: /\s*<link\s+rel="preload"\s+as="font"[^>]*href="([^"]+)"[^>]*>/g,
  script: /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g,
};

/**
 * Runs in the page when the skeleton is on the screen; a page that nobody sees is never painted. The script comes when
 * the style sheets are there, or the page would be seen without them.
 */
const LOADER = `(({ sheets, modules, fonts }) => {
  const link = (rel, href, more) => Object.assign(document.createElement("link"), { rel, href, crossOrigin: "" }, more);
  const add = (node) => document.head.append(node);
  const arrived = (node) => new Promise((end) => { node.onload = node.onerror = end; add(node); });
  const load = () => {
    const styled = Promise.all(sheets.map((href) => arrived(link("stylesheet", href))));
    const later = document.querySelector("script[type=later]");
    const src = later.getAttribute("src");
    for (const href of [...modules, src]) add(link("modulepreload", href));
    for (const href of fonts) add(link("preload", href, { as: "font", type: "font/woff2" }));
    const script = Object.assign(document.createElement("script"), { type: "module", src });
    styled.then(() => later.replaceWith(script));
  };
  let started = false;
  const once = () => { if (!started) load(); started = true; };
  const isSeen = document.visibilityState === "visible";
  if (isSeen) new PerformanceObserver(once).observe({ type: "paint", buffered: true });
  setTimeout(once, isSeen ? 200 : 0);
})`;

/** The skeleton of index.html paints first; then what it stands for is fetched. */
function loadBehindSkeleton(): Plugin {
  return {
    name: "canopy:load-behind-skeleton",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => {
        const found = (tag: RegExp) => [...html.matchAll(tag)].map(([, address]) => address ?? "");
        const [sheets, modules, fonts, scripts] = [TAG.sheet, TAG.module, TAG.font, TAG.script].map(found);
        // Of a type no browser knows, until the loader puts the real one in its place: new-version.ts looks for it.
        const later = `<script type="later" src="${scripts?.[0]}"></script>`;
        const what = JSON.stringify({ sheets, modules, fonts });
        const loader = `<script nonce="${NONCE_PLACE}">${LOADER}(${what});</script>`;
        const bare = Object.values(TAG).reduce((page, tag) => page.replace(tag, ""), html);
        return bare.replace("</body>", () => `  ${later}\n    ${loader}\n  </body>`);
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), loadBehindSkeleton()],
  html: { cspNonce: NONCE_PLACE },
  // The worker of the map shares a module with the page.
  worker: { format: "es" },
  server: { port: 5173, proxy: { "/api": toServer, "/v1": toServer, "/live": toServer } },
  build: {
    target: "es2022",
    outDir: "dist",
    manifest: true,
    // Fonts and pictures stay files: the policy allows no data: fonts, and a file is cached once.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files, for each costs a round trip; what changes with a release of ours is apart from what does with theirs.
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules[\\/]((react|react-dom|scheduler|zod)[\\/]|@tanstack[\\/](?!react-virtual|virtual-core))/,
              priority: 30,
            },
            {
              // Charts bring a library of their own, which pages without one must not load.
              name: "kit",
              test: /(web[\\/](ui[\\/](?!chart)|platform[\\/])|lucide-react[\\/])/,
              minShareCount: 6,
              priority: 10,
            },
          ],
        },
      },
    },
  },
});
