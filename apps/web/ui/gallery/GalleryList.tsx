import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import { Card } from "../Card.tsx";
import { Segmented } from "../form/Segmented.tsx";
import type { Column } from "../list/columns.ts";
import { ListFrame } from "../list/ListFrame.tsx";
import { type ListState, withFilter, withSize, withSort } from "../list/list-address.ts";
import type { ListRows } from "../list/list-rows.ts";
import { SearchInput } from "../list/SearchInput.tsx";
import { Chip } from "../marks/Chip.tsx";
import { EmptyState } from "../marks/EmptyState.tsx";
import { Figure } from "../marks/Figure.tsx";
import { IconButton } from "../marks/IconButton.tsx";
import { LoadBar } from "../marks/LoadBar.tsx";
import { RelativeTime } from "../time/TimeText.tsx";

interface SampleDevice {
  id: string;
  n: number;
  load: number;
  rate: number;
  lastMs: number;
}

const NOW = Date.now();
const DEVICES: SampleDevice[] = Array.from({ length: 23 }, (_, i) => ({
  id: `0B0A1B22D407${String(i).padStart(4, "0")}50F3`,
  n: i + 1,
  load: (i * 37) % 100,
  rate: (i * 733) % 5000,
  lastMs: NOW - i * i * 40_000,
}));

type Shown = "ready" | "loading" | "empty" | "filtered" | "failed";
const FAILED = { code: "platform.unavailable", text: "503" };

export function GalleryList() {
  const t = useText();
  const [shown, setShown] = useState<Shown>("ready");
  const [state, setState] = useState<ListState>({ page: 1, size: 5, sort: null, filters: {} });
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set([DEVICES[1]?.id ?? ""]));
  const query = state.filters.q ?? "";
  const found = sorted(DEVICES, state).filter((device) => device.id.includes(query));
  const from = (state.page - 1) * state.size;
  const options = (["ready", "loading", "empty", "filtered", "failed"] as const).map((value) => ({
    value,
    label: t(`ui.gallery.${value}`),
  }));

  return (
    <Card
      title={t("ui.gallery.lists")}
      aside={<Segmented label={t("ui.gallery.state")} options={options} value={shown} onChange={setShown} />}
    >
      <ListFrame
        list="ui.gallery"
        label={t("ui.gallery.device")}
        columns={useColumns()}
        rows={rowsFor(shown, found.slice(from, from + state.size), () => setShown("ready"))}
        rowKey={(device) => device.id}
        rowName={(device) => t("ui.gallery.van", { n: device.n })}
        paging={{
          mode: "pages",
          page: state.page,
          size: state.size,
          total: found.length,
          onPage: (page) => setState({ ...state, page }),
          onSize: (size) => setState(withSize(state, size)),
        }}
        sort={state.sort}
        onSort={(sort) => setState(withSort(state, sort))}
        filters={
          <SearchInput
            label={t("ui.gallery.search")}
            value={query}
            onChange={(q) => setState((old) => withFilter(old, "q", q))}
          />
        }
        filtered={query !== "" || shown === "filtered"}
        onResetFilters={() => setState(withFilter(state, "q", ""))}
        facts={<Figure value={found.length} />}
        actions={
          <Button kind="main" icon={Plus}>
            {t("ui.gallery.main")}
          </Button>
        }
        empty={
          <EmptyState
            title={t("ui.gallery.emptyTitle")}
            text={t("ui.gallery.emptyText")}
            actions={<Button kind="main">{t("ui.gallery.main")}</Button>}
          />
        }
        onOpen={() => {}}
        rowActions={() => <IconButton icon={Ellipsis} label={t("ui.action.more")} />}
        selection={{ keys, onChange: setKeys }}
      />
    </Card>
  );
}

function useColumns(): Column<SampleDevice>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("ui.gallery.device"),
      cell: ({ n }) => t("ui.gallery.van", { n }),
      always: true,
      sortable: true,
      card: "title",
    },
    { key: "id", title: "ID", cell: ({ id }) => <span className="mono">{id}</span>, card: "none" },
    { key: "label", title: t("ui.gallery.label"), cell: () => <Chip>{t("ui.gallery.group")}</Chip> },
    { key: "load", title: t("ui.gallery.load"), cell: ({ load }) => <LoadBar percent={load} />, sortable: true },
    {
      key: "rate",
      title: t("ui.gallery.rate"),
      align: "end",
      cell: ({ rate }) => <Figure value={rate} />,
      sortable: true,
    },
    { key: "firmware", title: t("ui.gallery.firmware"), cell: () => "4.17.02", extra: true },
    {
      key: "last",
      title: t("ui.gallery.last"),
      align: "end",
      cell: ({ lastMs }) => <RelativeTime at={lastMs} />,
      card: "aside",
    },
  ];
}

function rowsFor(shown: Shown, rows: SampleDevice[], retry: () => void): ListRows<SampleDevice> {
  if (shown === "loading") return { kind: "loading" };
  if (shown === "failed") return { kind: "failed", trouble: FAILED, retry };
  return { kind: "ready", rows: shown === "ready" ? rows : [] };
}

function sorted(devices: SampleDevice[], { sort }: ListState): SampleDevice[] {
  if (!sort) return devices;
  const key = sort.key === "load" || sort.key === "rate" ? sort.key : "n";
  return devices.toSorted((a, b) => (sort.descending ? b[key] - a[key] : a[key] - b[key]));
}
