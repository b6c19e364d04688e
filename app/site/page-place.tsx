import { Component, type ReactNode, type RefObject, useEffect } from 'react';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { forgetFailedLoads } from './lazy-page.tsx';
import { LoadFault } from './load-fault.ts';
import { takeOver } from './root-signals.ts';
import { Standing } from './standing.tsx';

const place = { id: 'content', tabIndex: -1 };

interface FailureProps {
  fault: unknown;
  repeated: boolean;
  retry: () => void;
}

/** Shown instead of a page of which nothing is here: says so and offers to try again, then to reload. */
function Failure({ fault, repeated, retry }: FailureProps) {
  const { t } = useMessages();
  useEffect(takeOver, []);
  const isLoad = fault instanceof LoadFault;
  return (
    <div className="page-width py-16">
      <Notice kind="error" title={t(isLoad ? 'page.load-failed.title' : 'page.fault.title')}>
        <p>{t(isLoad ? 'page.load-failed.text' : 'page.fault.text')}</p>
        <Button onClick={repeated || !isLoad ? () => location.reload() : retry}>
          {t(repeated || !isLoad ? 'page.load-failed.reload' : 'page.load-failed.retry')}
        </Button>
      </Notice>
    </div>
  );
}

interface Props {
  routeId: string;
  /** The page that is shown; its content tells. */
  shown: RefObject<string>;
  /** Why the code of the page that was sent is not here. */
  missing: unknown;
  children: ReactNode;
}

interface State {
  routeId: string;
  fault: unknown;
  failures: number;
}

/**
 * The place of the page in its frame. What it shows is never replaced by an error: if the page's code does not arrive, or
 * fails, the text stays (docs/decisions/0067).
 */
export class PagePlace extends Component<Props, State> {
  override state: State = { routeId: this.props.routeId, fault: this.props.missing, failures: 0 };

  /** The element that showed the page last. The page that was sent is there before React is. */
  #main = typeof document === 'undefined' ? null : document.getElementById(place.id);

  static getDerivedStateFromProps({ routeId }: Props, state: State): State | null {
    return routeId === state.routeId ? null : { routeId, fault: null, failures: 0 };
  }

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override componentDidCatch() {
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  override getSnapshotBeforeUpdate(): null {
    this.#main = document.getElementById(place.id);
    return null;
  }

  // React wants it beside the snapshot.
  override componentDidUpdate() {}

  override render() {
    const { routeId, shown, children } = this.props;
    const { fault, failures } = this.state;
    if (fault !== null && shown.current === routeId)
      return <Standing as="main" attributes={place} from={() => this.#main} fault={fault} />;
    const retry = () => {
      forgetFailedLoads();
      this.setState({ fault: null });
    };
    return (
      <main {...place}>
        {fault === null ? children : <Failure fault={fault} repeated={failures > 1} retry={retry} />}
      </main>
    );
  }
}

/** The same for a fault in what surrounds the page: without it, React would leave nothing. */
export class FramePlace extends Component<{ children: ReactNode }, { fault: unknown }> {
  override state = { fault: null };

  /** React takes away what is in the root, and what was there remains whole. */
  #frame = typeof document === 'undefined' ? null : document.querySelector('.page-frame');

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override componentDidMount() {
    this.#frame = document.querySelector('.page-frame');
  }

  override render() {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return <Standing as="div" attributes={{ className: 'page-frame' }} from={() => this.#frame} fault={fault} />;
  }
}
