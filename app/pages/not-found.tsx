import { useEffect } from 'react';
import { notFoundCountdownSeconds } from '../../shared/business/not-found.ts';
import { paths } from '../../shared/paths.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { RichMessage } from '../messages/rich-message.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Link } from '../navigation/link.tsx';
import { countDown } from './not-found/count-down.ts';

/**
 * The not-found page: goes home by itself after a countdown that can be cancelled (specification 2 and 4). An inline
 * script counts (app/site/inline/countdown.ts), so React leaves the countdown's elements alone.
 */
export default function NotFound() {
  const { t } = useMessages();
  // When the page is reached from within the site, no countdown is running yet.
  useEffect(countDown, []);
  const texts = Array.from({ length: notFoundCountdownSeconds + 1 }, (_, seconds) =>
    t('not-found.countdown', { seconds }),
  );
  return (
    <div className="page-width not-found" suppressHydrationWarning>
      <div className="lost-trail" />
      <h1>{t('not-found.title')}</h1>
      <p className="lead">{t('not-found.description')}</p>
      {/* Empty in the page as it is sent: without a script nothing counts, and nothing may say so. */}
      <div className="not-found-countdown">
        <p aria-hidden="true" data-part="seen" data-texts={JSON.stringify(texts)} suppressHydrationWarning>
          {''}
        </p>
        <p
          role="status"
          className="sr-only"
          data-part="spoken"
          data-cancelled={t('not-found.cancelled')}
          suppressHydrationWarning
        >
          {''}
        </p>
      </div>
      <div className="button-row">
        <ButtonLink href={paths.landing} data-part="home">
          {t('not-found.home')}
        </ButtonLink>
        <Button variant="secondary" className="needs-script" data-served data-part="cancel">
          {t('not-found.cancel')}
        </Button>
        <Button variant="quiet" className="needs-script" data-served data-part="back">
          {t('not-found.back')}
        </Button>
      </div>
      <p className="text-paper-dim">
        <RichMessage id="not-found.help" elements={{ contact: <Link href={paths.contact} /> }} />
      </p>
    </div>
  );
}
