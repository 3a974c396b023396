import "../dbc-edit/edit-texts.ts";
import "./dbc-texts.ts";
import type { Edited } from "@canopy/can/dbc/edit/edit";
import { addNode, removeNode, renameNode } from "@canopy/can/dbc/edit/edit-nodes";
import type { Dbc } from "@canopy/can/dbc/model";
import { Plus, Trash2 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { CommitField } from "../dbc-edit/CommitField.tsx";
import type { DbcEdit } from "../dbc-edit/use-dbc-edit.ts";
import parts from "./dbc-parts.module.css";
import styles from "./manager.module.css";

/** The nodes of the network; renaming a node renames it as sender and receiver. */
export function DbcNodes({ dbc, edit }: { dbc: Dbc; edit: DbcEdit | undefined }) {
  const t = useText();
  const apply = (change: (before: Dbc) => Edited) => {
    const problem = edit?.apply(change);
    return problem ? t(`signals.editProblem.${problem.code}`) : undefined;
  };
  const free = () => {
    let number = dbc.nodes.length + 1;
    while (dbc.nodes.some(({ name }) => name === `Node_${number}`)) number += 1;
    return `Node_${number}`;
  };
  return (
    <section className={parts.card} aria-label={t("signals.attributes.nodes")}>
      <h3>{t("signals.attributes.nodes")}</h3>
      {dbc.nodes.map(({ name, comment, attributes }) => (
        <div key={name} className={styles.node}>
          {edit ? (
            <>
              <CommitField
                label={t("signals.attributes.node")}
                value={name}
                onCommit={(text) => apply((before) => renameNode(before, name, text.trim()))}
                mono
              />
              <IconButton
                icon={Trash2}
                label={t("signals.attributes.removeNode", { name })}
                onClick={() => void apply((before) => removeNode(before, name))}
              />
            </>
          ) : (
            <span className="mono">{name}</span>
          )}
          <span className={parts.quiet}>
            {[comment, ...attributes.map((one) => `${one.name} = ${one.value}`)].filter(Boolean).join(" · ")}
          </span>
        </div>
      ))}
      {edit && (
        <div>
          <Button icon={Plus} onClick={() => void apply((before) => addNode(before, free()))}>
            {t("signals.attributes.addNode")}
          </Button>
        </div>
      )}
    </section>
  );
}
