import { SharedPanel } from "../../../statistics/panels/SharedPanel.tsx";
import { panelCode } from "../../session/arrival.ts";

/** STA-05: the code of the link has left the address before the page is drawn. */
export function SharedPanelPage() {
  return <SharedPanel code={panelCode()} />;
}
