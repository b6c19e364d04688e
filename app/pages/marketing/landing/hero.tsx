import { eligibleCountries } from '../../../../shared/business/eligibility.ts';
import { launch } from '../../../../shared/business/launch.ts';
import { plans } from '../../../../shared/business/plans.ts';
import { contentLanguages, installer, platforms } from '../../../../shared/business/product.ts';
import { formatCountries, formatList, formatMonth, formatNumber, formatPrice } from '../../../../shared/format.ts';
import { anchors, paths } from '../../../../shared/paths.ts';
import { BySales } from '../../../components/by-sales.tsx';
import { DownloadWay } from '../../../components/download-way.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { HeroScene } from '../../../scenes/hero-scene.tsx';
import { textRecipientIn } from '../text-recipient.ts';

/** What it is and where to get it; beside it the product at work, once, from the voice to the cursor. */
export function Hero() {
  const { t, locale } = useMessages();
  const price = formatPrice(locale, plans.moderate.monthlyRappen);
  return (
    <section className="hero">
      <div className="page-width hero-columns">
        <div className="hero-words">
          <h1>
            <span className="hero-spoken">
              {t('landing.hero.spoken')} <span className="hero-path" />
            </span>{' '}
            <span className="hero-written">{t('landing.hero.written')}</span>
          </h1>
          <p className="hero-subtitle">{t('landing.hero.subtitle')}</p>
          <p className="hero-description">
            {t('landing.hero.description', {
              languages: formatNumber(locale, contentLanguages.length),
              ...textRecipientIn(locale),
            })}
          </p>
          <div className="button-row hero-actions">
            <DownloadWay />
            <Link className="line-link" href={`${paths.landing}#${anchors.examples}`}>
              {t('landing.hero.learn-more')}
            </Link>
          </div>
          <ul className="hero-facts">
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
            <li>
              <Link className="hero-announcement" href={paths.beta}>
                {t('landing.hero.announcement', { month: formatMonth(locale, launch.month) })}
              </Link>
            </li>
          </ul>
        </div>
        <HeroScene />
      </div>
    </section>
  );
}
