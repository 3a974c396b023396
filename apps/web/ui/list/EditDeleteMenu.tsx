import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { Menu } from "../float/Menu.tsx";
import { IconButton } from "../marks/IconButton.tsx";

interface Action {
  label: string;
  /** The reason why this user may not; undefined: allowed. */
  denied?: string | undefined;
  onSelect(): void;
}

/** The menu of a row or page whose object can be edited and deleted. */
export function EditDeleteMenu({ label, edit, remove }: { label: string; edit: Action; remove: Action }) {
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
      items={[
        { key: "edit", icon: Pencil, ...edit },
        { key: "delete", icon: Trash2, danger: true, ...remove },
      ]}
    />
  );
}
