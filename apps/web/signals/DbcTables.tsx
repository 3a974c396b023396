import "./dbc-texts.ts";
import type { AttributeDefinition, Dbc } from "@canopy/can/dbc/model";
import { useText } from "../platform/i18n.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import styles from "./dbc.module.css";

/** Value tables of the file, by name. */
export function ValueTables({ dbc }: { dbc: Dbc }) {
  const t = useText();
  const used = (name: string) =>
    dbc.messages.flatMap((message) =>
      message.signals
        .filter(({ values }) => sameValues(values, dbc, name))
        .map((signal) => `${message.name}.${signal.name}`),
    );
  if (dbc.valueTables.length === 0)
    return <EmptyState title={t("signals.tables.none")} text={t("signals.tables.noneNote")} />;
  return (
    <div className={styles.cards}>
      {dbc.valueTables.map(({ name, values }) => (
        <section key={name} className={styles.card} aria-label={name}>
          <h3>{name}</h3>
          <dl className={styles.states}>
            {values.map(({ raw, text }) => (
              <div key={String(raw)}>
                <dt className="mono">{String(raw)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.quiet}>
            {t("signals.tables.usedBy", { names: used(name).slice(0, 6).join(", ") || "0" })}
          </p>
        </section>
      ))}
    </div>
  );
}

function sameValues(values: Dbc["valueTables"][number]["values"], dbc: Dbc, name: string): boolean {
  const table = dbc.valueTables.find((one) => one.name === name)?.values ?? [];
  return (
    values.length > 0 &&
    values.length === table.length &&
    values.every(({ raw, text }) => table.some((entry) => entry.raw === raw && entry.text === text))
  );
}

/** The file's own words: version, comment, nodes, attributes with their definitions, environment variables. */
export function DbcAttributes({ dbc }: { dbc: Dbc }) {
  const t = useText();
  const givenOf = (name: string) => dbc.attributes.find((attribute) => attribute.name === name)?.value;
  return (
    <div className={styles.cards}>
      <section className={styles.card} aria-label={t("signals.attributes.file")}>
        <h3>{t("signals.attributes.file")}</h3>
        <dl className={styles.facts}>
          <Fact name={t("signals.attributes.version")} value={dbc.version} />
          <Fact name={t("signals.edit.comment")} value={dbc.comment ?? ""} />
          <Fact name={t("signals.attributes.bitRate")} value={dbc.bitTiming ? String(dbc.bitTiming.baudrate) : ""} />
        </dl>
      </section>
      <section className={styles.card} aria-label={t("signals.attributes.nodes")}>
        <h3>{t("signals.attributes.nodes")}</h3>
        <dl className={styles.facts}>
          {dbc.nodes.map(({ name, comment, attributes }) => (
            <Fact
              key={name}
              name={name}
              value={[comment, ...attributes.map((one) => `${one.name} = ${one.value}`)].filter(Boolean).join(" · ")}
            />
          ))}
        </dl>
      </section>
      <section className={styles.card} aria-label={t("signals.attributes.definitions")}>
        <h3>{t("signals.attributes.definitions")}</h3>
        <dl className={styles.facts}>
          {dbc.attributeDefinitions.map((definition) => (
            <Fact
              key={`${definition.owner}/${definition.name}`}
              name={definition.name}
              value={definitionText(definition, givenOf(definition.name), t(`signals.owner.${definition.owner}`))}
            />
          ))}
        </dl>
      </section>
      {dbc.environmentVariables.length > 0 && (
        <section className={styles.card} aria-label={t("signals.attributes.variables")}>
          <h3>{t("signals.attributes.variables")}</h3>
          <dl className={styles.facts}>
            {dbc.environmentVariables.map(({ name, unit, minimum, maximum }) => (
              <Fact key={name} name={name} value={`${minimum} … ${maximum} ${unit}`} />
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function definitionText({ type, defaultValue }: AttributeDefinition, value: unknown, owner: string): string {
  const kind = type.kind === "ENUM" ? `ENUM ${type.labels.join(" | ")}` : type.kind;
  const limits = "minimum" in type ? ` ${type.minimum} … ${type.maximum}` : "";
  const given = value === undefined ? "" : ` = ${String(value)}`;
  return `${owner}: ${kind}${limits}${defaultValue === null ? "" : ` (${defaultValue})`}${given}`;
}
