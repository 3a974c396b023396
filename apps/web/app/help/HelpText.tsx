import { useText } from "../../platform/i18n.ts";
import { HelpLink } from "./HelpLink.tsx";
import { piecesOf } from "./help-book.ts";
import { entryAt } from "./help-groups.ts";

/** A line of the help as elements, never as HTML. */
export function HelpText({ line }: { line: string }) {
  const t = useText();
  return piecesOf(line).map(({ kind, text }, at) => {
    const key = `${at}`;
    if (kind === "strong") return <strong key={key}>{text}</strong>;
    if (kind === "code") return <code key={key}>{text}</code>;
    if (kind === "text") return text;
    return (
      <HelpLink key={key} section={text}>
        {t(entryAt(text).title)}
      </HelpLink>
    );
  });
}
