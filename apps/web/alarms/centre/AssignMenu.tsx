import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import { Menu } from "../../ui/float/Menu.tsx";
import type { TriggerProps } from "../../ui/float/Popover.tsx";
import { peopleQuery } from "../alarm-queries.ts";
import "../texts.ts";

interface AssignMenuProps {
  /** Who has it now; undefined for several events. */
  chosen?: string | null;
  onAssign(userName: string): void;
  trigger(props: TriggerProps & { "aria-haspopup": "menu" }): ReactNode;
}

/** The users of the tenant, and nobody. */
export function AssignMenu({ chosen, onAssign, trigger }: AssignMenuProps) {
  const t = useText();
  const people = useQuery(peopleQuery).data ?? [];
  return (
    <Menu
      label={t("alarms.centre.assign")}
      align="start"
      trigger={trigger}
      items={[
        ...people.map(({ user_name, nick_name }) => ({
          key: user_name,
          label: user_name,
          ...(nick_name !== "" && nick_name !== user_name && { aside: nick_name }),
          ...(chosen !== undefined && { chosen: user_name === chosen }),
          onSelect: () => onAssign(user_name),
        })),
        { key: "", label: t("alarms.centre.nobody"), apart: true, onSelect: () => onAssign("") },
      ]}
    />
  );
}
