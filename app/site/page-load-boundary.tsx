import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { forgetFailedLoads } from './lazy-page.tsx';

/** Shown instead of a page that could not be loaded: says so and offers to try again, then to reload. */
function LoadFailure({ repeated, retry }: { repeated: boolean; retry: () => void }) {
  const { t } = useMessages();
  return (
    <div className="page-width py-16">
      <Notice kind="error" title={t('page.load-failed.title')}>
        <p>{t('page.load-failed.text')}</p>
        <Button onClick={repeated ? () => location.reload() : retry}>
          {repeated ? t('page.load-failed.reload') : t('page.load-failed.retry')}
        </Button>
      </Notice>
    </div>
  );
}

/** Catches a page whose chunk or messages failed to load, even after all retries of the loader. */
export class PageLoadBoundary extends Component<{ children: ReactNode }, { failures: number; failed: boolean }> {
  override state = { failures: 0, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <LoadFailure
        repeated={this.state.failures > 1}
        retry={() => {
          forgetFailedLoads();
          this.setState({ failed: false });
        }}
      />
    );
  }
}
