import { type Piece, readMarkup } from "./markup.ts";
import styles from "./messages.module.css";

/** Renders elements, never HTML. */
export function Markup({ content }: { content: string }) {
  return (
    <div className={styles.content}>
      {readMarkup(content).map((pieces, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other key
        <p key={line}>
          {pieces.map((piece, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <MarkupPiece key={at} piece={piece} />
          ))}
        </p>
      ))}
    </div>
  );
}

function MarkupPiece({ piece }: { piece: Piece }) {
  if (piece.kind === "text") return piece.text;
  if (piece.kind === "strong") return <strong>{piece.text}</strong>;
  const { text, href, host } = piece;
  if (host === null) return <a href={href}>{text}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text.includes(host) ? text : `${text} (${host})`}
    </a>
  );
}
