import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from './states.tsx';

interface Props {
  readonly children: ReactNode;
  /** Changing it tries again (the route's address). */
  readonly resetKey?: string;
  readonly quiet?: boolean;
}

/** A screen that fails shows why and a way back; the shell around it stays. */
export class RouteBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }
  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.error !== undefined)
      this.setState({ error: undefined });
  }
  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (this.props.quiet) return null;
    return <ErrorState error={error} retry={() => this.setState({ error: undefined })} />;
  }
}

/** For a plugin's part inside another's screen: a failure leaves a gap, not an error page. */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => (
  <RouteBoundary quiet>{children}</RouteBoundary>
);
