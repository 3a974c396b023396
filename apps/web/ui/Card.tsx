import { type ReactNode, useId } from "react";
import styles from "./page.module.css";

interface CardProps {
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.cardHead}>
          <h2 id={id} className={styles.cardTitle}>
            {title}
          </h2>
          {aside}
        </header>
      )}
      <div className={styles.cardBody}>{children}</div>
    </section>
  );
}
