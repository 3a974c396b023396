import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/texts.ts";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { startTheme } from "./platform/theme.ts";

const UiGallery = lazy(async () => ({ default: (await import("./ui/UiGallery.tsx")).UiGallery }));

startTheme();
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Suspense>
        <UiGallery />
      </Suspense>
    </StrictMode>,
  );
}
