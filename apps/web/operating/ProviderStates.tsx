import type { ProviderState } from "@canopy/contract/operating/health";
import { useText } from "../platform/i18n.ts";
import { Card } from "../ui/Card.tsx";
import { Chip } from "../ui/marks/Chip.tsx";
import styles from "./health.module.css";
import type { HealthLink } from "./health-link.ts";

export function ProviderStates({ providers, link }: { providers: readonly ProviderState[]; link: HealthLink }) {
  const t = useText();
  return (
    <Card title={t("operating.health.providers")} aside={link("providers", t("operating.health.openProviders"))}>
      <dl className={styles.facts}>
        {providers.map((row) => (
          <div key={row.channel}>
            <dt>{t(`operating.health.channel.${row.channel}`)}</dt>
            <dd>
              <State {...row} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function State({ provider, waiting, failed, problem }: ProviderState) {
  const t = useText();
  if (provider === null) return <Chip>{t("operating.health.noProvider")}</Chip>;
  if (waiting + failed === 0) return <Chip tone="green">{t("operating.health.providerOk")}</Chip>;
  return (
    <>
      <Chip tone="ordinary">{t("operating.health.providerWaits", { waiting, failed })}</Chip> {problem}
    </>
  );
}
