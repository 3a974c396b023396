import { TimeBar, type TimeBarProps } from "../../frames/time-bar/TimeBar.tsx";
import { useFlashBands } from "./flash-bands.ts";
import { useTestBands } from "./test-bands.ts";

/** The time bar with what other parts of the product know of the device. */
export function DeviceTimeBar({ onRun, ...props }: Omit<TimeBarProps, "bands"> & { onRun(runId: string): void }) {
  const flashes = useFlashBands(props.thingsId, onRun);
  const tests = useTestBands(props.thingsId);
  return <TimeBar {...props} bands={[...flashes, ...tests]} />;
}
