import styles from "./marks.module.css";

/** A code to quote; it leads to its paragraph in the help, beside the page it stopped. */
export function ErrorCode({ code }: { code: string }) {
  return (
    <a className={styles.errorCode} href={`/doc?type=help&page=errors#error-${code}`} target="_blank" rel="noreferrer">
      <code>{code}</code>
    </a>
  );
}
