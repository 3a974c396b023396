import { Component, type ErrorInfo, type ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import { FailedState } from "./FailedState.tsx";

interface ErrorBoundaryProps {
  /** A new value clears the error: the path of the page, for instance. */
  resetKey?: string;
  /** Nothing stands in the place of what broke. */
  quiet?: boolean;
  onError?(error: unknown, info: ErrorInfo): void;
  children: ReactNode;
}

interface State {
  failed: boolean;
  resetKey: string | undefined;
}

/** A part that breaks takes only itself away. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (this.props.quiet) return null;
    return <Broken onRetry={() => this.setState({ failed: false })} />;
  }
}

function Broken({ onRetry }: { onRetry(): void }) {
  const t = useText();
  return (
    <FailedState
      title={t("ui.error.title")}
      trouble={{ code: "page.broken", text: t("ui.error.text") }}
      onRetry={onRetry}
    />
  );
}
