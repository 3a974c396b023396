import { Megaphone } from "lucide-react";
import { Icon } from "../ui/marks/Icon.tsx";

/** An announcement in one line: its marks are left out, what does not fit is cut. */
export function AnnouncementLine({ title, content }: { title: string; content: string }) {
  return (
    <>
      <Icon of={Megaphone} size={14} />
      <strong>{title}</strong>
      <span>{content.replaceAll(/\s+/g, " ").replaceAll("**", "")}</span>
    </>
  );
}
