import styles from "../layout.module.css";
import { useContact } from "./use-contact.ts";

/** 60 px: the tenant's values, else the operator's, else the built-in ones. */
export function Footer() {
  const { company, phone, email } = useContact();
  return (
    <footer className={styles.footer}>
      <span>{company}</span>
      <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a>
      <a href={`mailto:${email}`}>{email}</a>
    </footer>
  );
}
