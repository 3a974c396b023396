import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Replaced by the server in every response; `platform/csp.ts` hands it to the parts that insert styles. */
const NONCE_PLACE = "__CSP_NONCE__";

const server = process.env.CANOPY_DEV_SERVER ?? "http://127.0.0.1:8080";
const toServer = { target: server, ws: true, changeOrigin: false };

/** Tags that Vite puts into the head. Whatever of them stood there would be fetched and run before the skeleton paints. */
const TAG = {
  sheet: /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
  module: /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g,
  script: /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g,
};

/**
 * Runs in the page. The skeleton is on the screen after one frame; a page that nobody sees has no frames. The script
 * comes when the style sheets are there, or the page would be seen without them.
 */
const LOADER = `((sheets, modules) => {
  const link = (rel, href) => Object.assign(document.createElement("link"), { rel, href, crossOrigin: "" });
  const add = (node) => document.head.append(node);
  const arrived = (node) => new Promise((end) => { node.onload = node.onerror = end; add(node); });
  const load = () => {
    const styled = Promise.all(sheets.map((href) => arrived(link("stylesheet", href))));
    for (const href of modules) add(link("modulepreload", href));
    const later = document.querySelector("script[type=later]");
    const script = Object.assign(document.createElement("script"), { type: "module", src: later.getAttribute("src") });
    styled.then(() => later.replaceWith(script));
  };
  let started = false;
  const once = () => { if (!started) load(); started = true; };
  if (document.visibilityState === "visible") requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, document.visibilityState === "visible" ? 200 : 0);
})`;

/** The skeleton of index.html paints first; then what it stands for is fetched. */
function loadBehindSkeleton(): Plugin {
  return {
    name: "canopy:load-behind-skeleton",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => {
        const found = (tag: RegExp) => [...html.matchAll(tag)].map(([, address]) => address);
        const what = [found(TAG.sheet), found(TAG.module)].map((addresses) => JSON.stringify(addresses)).join(", ");
        // Of a type no browser knows, until the loader puts the real one in its place: new-version.ts looks for it.
        const later = `<script type="later" src="${found(TAG.script)[0]}"></script>`;
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
  server: { port: 5173, proxy: { "/api": toServer, "/v1": toServer, "/live": toServer } },
  build: {
    target: "es2022",
    outDir: "dist",
    manifest: true,
    // Fonts and pictures stay files: the policy allows no data: fonts, and a file is cached once.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What changes with a release of ours is apart from what changes with a release of theirs.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            { name: "tanstack", test: /node_modules[\\/]@tanstack[\\/](?!react-virtual|virtual-core)/, priority: 20 },
            { name: "texts", test: /node_modules[\\/](i18next|react-i18next)[\\/]/, priority: 20 },
            { name: "zod", test: /node_modules[\\/]zod[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
});
