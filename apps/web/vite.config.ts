import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Replaced by the server in every response; `platform/csp.ts` hands it to the parts that insert styles. */
const NONCE_PLACE = "__CSP_NONCE__";

const server = process.env.CANOPY_DEV_SERVER ?? "http://127.0.0.1:8080";
const toServer = { target: server, ws: true, changeOrigin: false };

/** The skeleton of index.html must paint before the style sheet has come: so the sheet stands behind it, not in the head. */
function styleSheetBehindSkeleton(): Plugin {
  const sheet = /\s*<link rel="stylesheet"[^>]*>/g;
  return {
    name: "canopy:style-sheet-behind-skeleton",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace(sheet, "").replace("</body>", `${(html.match(sheet) ?? []).join("")}\n  </body>`),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), styleSheetBehindSkeleton()],
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
