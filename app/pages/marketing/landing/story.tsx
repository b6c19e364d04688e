import { imprint } from '../../../../shared/business/imprint.ts';
import { installer } from '../../../../shared/business/product.ts';
import { formatNumber } from '../../../../shared/format.ts';
import { useMessages } from '../../../messages/use-messages.ts';

/** Why such a tool exists, first as somebody might tell it, then as it reads when written. */
export function Story() {
  const { t, locale } = useMessages();
  return (
    <section className="section story" aria-labelledby="story-heading">
      <div className="page-width columns">
        <div className="story-told">
          <h2 id="story-heading">{t('landing.story.title')}</h2>
          <p className="spoken">{t('landing.story.spoken')}</p>
        </div>
        <div className="story-written">
          <p>{t('landing.story.work')}</p>
          <p>{t('landing.story.voice')}</p>
          <p>{t('landing.story.price', { gigabytes: formatNumber(locale, installer.downloadGigabytes) })}</p>
          <p>{t('landing.story.conceded')}</p>
          <p>{t('landing.story.ant')}</p>
          <p className="story-signature">
            {t('landing.story.signature', { company: imprint.companyName, town: imprint.town })}
          </p>
        </div>
      </div>
    </section>
  );
}
