import { expect, it } from "vitest";
import { type Manifest, scriptsOf } from "./bundle-size.ts";

const manifest: Manifest = {
  "main.tsx": { file: "assets/main.js", isEntry: true, imports: ["_react.js"] },
  "_react.js": { file: "assets/react.js" },
  "_chart.js": { file: "assets/chart.js", imports: ["_react.js"] },
  "app/pages/LoginPage.tsx": { file: "assets/login.js", imports: ["_chart.js", "_react.js"] },
  "app/pages/HomePage.tsx": { file: "assets/home.js", imports: ["_chart.js"] },
};

it("a page loads the entry, its own chunk and everything these import, each once", () => {
  expect(scriptsOf(manifest, ["app/pages/LoginPage.tsx"])).toEqual([
    "assets/chart.js",
    "assets/login.js",
    "assets/main.js",
    "assets/react.js",
  ]);
});
