import { join } from "../join.ts";
import styles from "./json.module.css";

type Json = unknown;

interface JsonTreeProps {
  value: Json;
  /** How many levels are open at first. */
  open?: number;
}

/** More entries of one list or object than these are counted. */
const MAX_ENTRIES = 500;

/** Any JSON value as a tree that opens and closes. Values are text, never markup. */
export function JsonTree({ value, open = 2 }: JsonTreeProps) {
  return (
    <div className={join(styles.tree, "mono")}>
      <Node name={null} value={value} open={open} />
    </div>
  );
}

function Node({ name, value, open }: { name: string | null; value: Json; open: number }) {
  if (typeof value !== "object" || value === null) {
    return (
      <div className={styles.leaf}>
        <Name name={name} />
        <span className={join(styles.value, styles[kindOf(value)])}>{JSON.stringify(value)}</span>
      </div>
    );
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const [left, right] = isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) {
    return (
      <div className={styles.leaf}>
        <Name name={name} />
        <span>{`${left}${right}`}</span>
      </div>
    );
  }
  return (
    <details className={styles.node} open={open > 0}>
      <summary className={styles.summary}>
        <Name name={name} />
        <span>{left}</span>
        <span className={styles.count}>{entries.length}</span>
        <span>{right}</span>
      </summary>
      <div className={styles.children}>
        {entries.slice(0, MAX_ENTRIES).map(([key, child]) => (
          <Node key={key} name={isList ? null : key} value={child} open={open - 1} />
        ))}
        {entries.length > MAX_ENTRIES && <div className={styles.count}>{`… +${entries.length - MAX_ENTRIES}`}</div>}
      </div>
    </details>
  );
}

function Name({ name }: { name: string | null }) {
  if (name === null) return null;
  return <span className={styles.name}>{`${JSON.stringify(name)}: `}</span>;
}

function kindOf(value: Json): "text" | "number" | "word" {
  if (typeof value === "string") return "text";
  return typeof value === "number" ? "number" : "word";
}
