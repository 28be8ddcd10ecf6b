import { Component, type ErrorInfo, type ReactNode } from 'react';
import { notify, notifyError } from '../notify.ts';
import { PartMissingError } from '../part.ts';
import { reloadOnceThere, reloadPage } from '../reload-page.ts';
import { ErrorState } from './states.tsx';

interface Props {
  readonly children: ReactNode;
  /** Changing it tries again (the route's address). */
  readonly resetKey?: string;
  /** `gap`: a failure leaves one. `toast`: it is told besides. Default: an error page. */
  readonly shows?: 'page' | 'gap' | 'toast';
}

const reloadOrSay = async (): Promise<void> => {
  if (!(await reloadPage())) notify.error('shell.error.start');
};

/** A screen that fails shows why and a way back; the shell around it stays. */
export class RouteBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };
  private giveUp: (() => void) | undefined;
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
    const { shows = 'page' } = this.props;
    const isMissing = error instanceof PartMissingError;
    // Whoever moves to another page loses nothing by it; what is typed around a part stays until they say so.
    if (shows === 'page' && isMissing) this.giveUp = reloadOnceThere();
    if (shows !== 'toast') return;
    const reload = { label: 'shell.error.reload', run: () => void reloadOrSay(), primary: true };
    notifyError(error, isMissing ? { actions: [reload] } : {});
  }
  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.error !== undefined) this.reset();
  }
  override componentWillUnmount() {
    this.giveUp?.();
  }
  private reset() {
    this.giveUp?.();
    this.setState({ error: undefined });
  }
  private readonly retry = () => {
    if (this.state.error instanceof PartMissingError) void reloadOrSay();
    else this.reset();
  };
  override render() {
    const { error } = this.state;
    const { children, shows = 'page' } = this.props;
    if (error === undefined) return children;
    return shows === 'page' ? <ErrorState error={error} retry={this.retry} /> : null;
  }
}

/** For a plugin's part inside another's screen: a failure leaves a gap, not an error page. */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => (
  <RouteBoundary shows="gap">{children}</RouteBoundary>
);
