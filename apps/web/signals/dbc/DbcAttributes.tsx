import "../dbc-edit/edit-texts.ts";
import "./dbc-texts.ts";
import { updateNetwork } from "@canopy/can/dbc/edit/edit";
import type { AttributeDefinition, Dbc } from "@canopy/can/dbc/model";
import { useText } from "../../platform/i18n.ts";
import { CommitField } from "../dbc-edit/CommitField.tsx";
import type { DbcEdit } from "../dbc-edit/use-dbc-edit.ts";
import { DbcNodes } from "./DbcNodes.tsx";
import styles from "./dbc-parts.module.css";

/** Properties of the file: version, comment, nodes, attributes with their definitions, environment variables. */
export function DbcAttributes({ dbc, edit }: { dbc: Dbc; edit: DbcEdit | undefined }) {
  const t = useText();
  const givenOf = (name: string) => dbc.attributes.find((attribute) => attribute.name === name)?.value;
  return (
    <div className={styles.cards}>
      <section className={styles.card} aria-label={t("signals.attributes.file")}>
        <h3>{t("signals.attributes.file")}</h3>
        <CommitField
          label={t("signals.attributes.version")}
          value={dbc.version}
          onCommit={edit && ((version) => void edit.apply((before) => updateNetwork(before, { version })))}
        />
        <CommitField
          label={t("signals.edit.comment")}
          value={dbc.comment ?? ""}
          lines={2}
          onCommit={
            edit &&
            ((text) => void edit.apply((before) => updateNetwork(before, { comment: text === "" ? null : text })))
          }
        />
        {dbc.bitTiming && (
          <dl className={styles.facts}>
            <Fact name={t("signals.attributes.bitRate")} value={String(dbc.bitTiming.baudrate)} />
          </dl>
        )}
      </section>
      <DbcNodes dbc={dbc} edit={edit} />
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
