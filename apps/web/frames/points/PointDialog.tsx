import "./choice-texts.ts";
import type { Message } from "@canopy/can/dbc/model";
import { type DataPoint, MAX_DATA_POINTS } from "@canopy/contract/frames/data-points";
import { listErrors } from "@canopy/contract/frames/send-errors";
import { useState } from "react";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { idText } from "../rows/frame-cells.ts";
import type { FrameDecoders } from "../rows/frame-decoders.ts";
import { isPoint } from "./data-point-queries.ts";
import styles from "./points.module.css";

interface PointDialogProps {
  open: boolean;
  onClose(): void;
  decoders: FrameDecoders;
  points: readonly DataPoint[];
  onChoose(points: readonly DataPoint[]): void;
}

/** More are found by typing. */
const SHOWN_MESSAGES = 60;

/** DAT-02: which signals are columns of the table; 30 at most. */
export function PointDialog({ open, onClose, decoders, points, onChoose }: PointDialogProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const part = search.toLowerCase();
  const fits = ({ name, signals }: Message) =>
    name.toLowerCase().includes(part) || signals.some((signal) => signal.name.toLowerCase().includes(part));
  const messages = decoders.dbcs.flatMap((dbc) => dbc.messages.filter((one) => one.isDecodable && fits(one)));
  const toggle = (message: Message, signal: string, on: boolean) => {
    const { id, isExtended: extended, name } = message;
    if (!on) return onChoose(points.filter((point) => !isPoint(point, id, extended, signal)));
    if (points.length >= MAX_DATA_POINTS) {
      addNote({ tone: "ordinary", text: codeText(listErrors.pointLimit.code) ?? "" });
      return;
    }
    onChoose([...points, { id, extended, message: name, signal }]);
  };
  return (
    <Dialog
      open={open}
      title={t("frames.points.title", { count: points.length, limit: MAX_DATA_POINTS })}
      onClose={onClose}
      width={520}
      footer={
        <>
          <Button kind="quiet" onClick={() => onChoose([])}>
            {t("frames.points.none")}
          </Button>
          <Button kind="main" onClick={onClose}>
            {t("ui.action.close")}
          </Button>
        </>
      }
    >
      {decoders.all.length > 0 ? (
        <div className={styles.points}>
          <SearchInput value={search} onChange={setSearch} label={t("frames.points.search")} />
          {messages.slice(0, SHOWN_MESSAGES).map((message) => (
            <fieldset key={`${message.isExtended}${message.id}`} className={styles.pointGroup}>
              <legend>
                <strong>{message.name}</strong>{" "}
                <span className="mono">{idText(message.id, message.isExtended ? 1 : 0)}</span>
              </legend>
              {message.signals.map(({ name, unit }) => (
                <Checkbox
                  key={name}
                  checked={points.some((point) => isPoint(point, message.id, message.isExtended, name))}
                  onChange={(on) => toggle(message, name, on)}
                >
                  {unit ? `${name} (${unit})` : name}
                </Checkbox>
              ))}
            </fieldset>
          ))}
          {messages.length > SHOWN_MESSAGES && (
            <p>{t("frames.points.more", { count: messages.length - SHOWN_MESSAGES })}</p>
          )}
          {messages.length === 0 && <p>{t("ui.list.emptyFiltered")}</p>}
        </div>
      ) : (
        <p>{t("frames.points.chooseDbc")}</p>
      )}
    </Dialog>
  );
}
