import { eligibleCountries } from '../../../../shared/business/eligibility.ts';
import { launch } from '../../../../shared/business/launch.ts';
import { plans } from '../../../../shared/business/plans.ts';
import { contentLanguages, installer, platforms } from '../../../../shared/business/product.ts';
import { formatCountries, formatList, formatMonth, formatNumber, formatPrice } from '../../../../shared/format.ts';
import { anchors, paths } from '../../../../shared/paths.ts';
import { Trail } from '../../../components/brand/trail.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { BySales } from '../../../components/by-sales.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { textRecipientIn } from '../text-recipient.ts';

/** What it is, who it is ready for, where to get it; below it the idea of the house from edge to edge. */
export function Hero() {
  const { t, locale } = useMessages();
  const price = formatPrice(locale, plans.moderate.monthlyRappen);
  return (
    <section className="hero">
      <div className="page-width">
        <p className="hero-announcement">
          <Link className="link" href={paths.beta}>
            {t('landing.hero.announcement', { month: formatMonth(locale, launch.month) })}
          </Link>
        </p>
        <h1>
          <span className="hero-spoken">{t('landing.hero.spoken')}</span>{' '}
          <span className="hero-written">{t('landing.hero.written')}</span>
        </h1>
        <div className="hero-about">
          <p className="hero-subtitle">{t('landing.hero.subtitle')}</p>
          <div>
            <p className="lead">
              {t('landing.hero.description', {
                languages: formatNumber(locale, contentLanguages.length),
                ...textRecipientIn(locale),
              })}
            </p>
            <div className="button-row hero-actions">
              <ButtonLink href={paths.download}>{t('landing.hero.get')}</ButtonLink>
              <Link className="line-link" href={`${paths.landing}#${anchors.examples}`}>
                {t('landing.hero.learn-more')}
              </Link>
            </div>
            <ul className="hero-facts">
              <li>{t('landing.hero.facts.voice')}</li>
              <li>
                {t('landing.hero.facts.price', { requests: formatNumber(locale, plans.free.onlineRequestsPerMonth) })}
              </li>
              <li>
                <BySales
                  closed={t('landing.hero.facts.paid', { price })}
                  open={t('landing.hero.facts.paid.on-sale', { price })}
                />
              </li>
              <li>
                {t('landing.hero.facts.system', { versions: formatList(locale, platforms.windows.testedVersions) })}
              </li>
              <li>{t('landing.hero.facts.size', { download: installer.downloadGigabytes })}</li>
              <li>{formatCountries(locale, eligibleCountries)}</li>
            </ul>
          </div>
        </div>
      </div>
      <div className="hero-trail">
        <p className="spoken">{t('landing.hero.trail.spoken')}</p>
        <Trail text={t('landing.hero.trail.written')} />
      </div>
    </section>
  );
}
