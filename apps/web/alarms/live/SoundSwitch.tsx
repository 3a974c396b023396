import { Volume2, VolumeX } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Button } from "../../ui/Button.tsx";
import { mayRing, ring, soundSwitch } from "./alarm-sound.ts";
import "../texts.ts";

/** TRG-05: whether new alarms ring in this browser; says so while the browser still keeps the page silent. */
export function SoundSwitch({ userId }: { userId: string }) {
  const t = useText();
  const store = soundSwitch(userId);
  const isOn = useStore(store);
  const isAllowed = useStore(mayRing);
  const press = () => {
    store.set(!isOn);
    if (!isOn) ring("ordinary");
  };
  return (
    <Button icon={isOn ? Volume2 : VolumeX} aria-pressed={isOn} onClick={press}>
      {t(!isOn ? "alarms.sound.off" : isAllowed ? "alarms.sound.on" : "alarms.sound.waits")}
    </Button>
  );
}
