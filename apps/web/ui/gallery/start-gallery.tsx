import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { UiGallery } from "./UiGallery.tsx";

/** The page of parts, without the app around it. */
export function start(root: Element): void {
  createRoot(root).render(
    <StrictMode>
      <UiGallery />
    </StrictMode>,
  );
}
