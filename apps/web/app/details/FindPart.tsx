import { useNavigate } from "@tanstack/react-router";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { FindSignalTab } from "../../signals/find/FindSignalTab.tsx";

/** The search for a signal, with the way to what became of a finding. */
export function FindPart(props: DeviceTabProps) {
  const navigate = useNavigate();
  return (
    <FindSignalTab
      {...props}
      onDbc={({ dbcId, message, signal }) =>
        void navigate({ to: "/Container/DBCManager", search: { dbc: dbcId, msg: message, sig: signal } })
      }
    />
  );
}
