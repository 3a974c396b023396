import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/texts.ts";
import { startApp } from "./app/start.tsx";
import { startTheme } from "./platform/theme.ts";

startTheme();
const root = document.getElementById("root");
if (root) {
  // The gallery of parts exists in development only.
  if (import.meta.env.DEV && location.pathname === "/ui") {
    void import("./ui/gallery/start-gallery.tsx").then(({ start }) => start(root));
  } else startApp(root);
}
