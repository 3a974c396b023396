import ConfigProvider from "antd/es/config-provider";
import en from "antd/es/locale/en_US";
import zh from "antd/es/locale/zh_CN";
import { type ReactNode, useMemo } from "react";
import { cspNonce } from "../platform/csp.ts";
import { useLanguage } from "../platform/i18n.ts";
import { useTheme } from "../platform/theme.ts";
import { kitTheme } from "./kit-theme.ts";

/** Dresses the parts of antd in our tokens. Loaded with the first page that uses one; the public pages do without. */
export function KitProvider({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const language = useLanguage();
  const config = useMemo(() => kitTheme(theme), [theme]);
  const nonce = useMemo(cspNonce, []);

  return (
    <ConfigProvider
      theme={config}
      locale={language === "zh" ? zh : en}
      componentSize="middle"
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
      {...(nonce ? { csp: { nonce } } : {})}
    >
      {children}
    </ConfigProvider>
  );
}
