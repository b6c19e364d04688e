import { eligibleCountries } from '../../../../shared/business/eligibility.ts';
import { installationSpaceGigabytes, installer, platforms } from '../../../../shared/business/product.ts';
import { formatCountries, formatList, formatNumber } from '../../../../shared/format.ts';
import { anchors, paths } from '../../../../shared/paths.ts';
import { Trail } from '../../../components/brand/trail.tsx';
import { DownloadWay } from '../../../components/download-way.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';

/** The idea of the house from edge to edge; who may use it, on which computer, and where to get it. */
export function Closing() {
  const { t, locale } = useMessages();
  return (
    <section className="section closing" aria-labelledby="closing-heading">
      <div className="closing-trail">
        <Trail text={t('landing.trail.written')} />
      </div>
      <div className="page-width columns columns-even closing-columns">
        <div>
          <h2 id="closing-heading">{t('landing.closing.title')}</h2>
          <p className="lead">{t('landing.closing.text')}</p>
          <div className="button-row">
            <DownloadWay />
          </div>
        </div>
        <dl className="facts">
          <dt>{t('landing.closing.countries')}</dt>
          <dd>
            {t('landing.closing.eligible', { countries: formatCountries(locale, eligibleCountries) })}
            <br />
            <Link className="link" href={`${paths.beta}#${anchors.countryMissing}`}>
              {t('landing.closing.country-missing')}
            </Link>
          </dd>
          <dt>{t('landing.closing.computer')}</dt>
          <dd>
            {t('landing.closing.platforms', {
              windows: platforms.windows.name,
              versions: formatList(locale, platforms.windows.testedVersions),
              macos: platforms.macos.name,
            })}
          </dd>
          <dt>{t('landing.closing.download')}</dt>
          <dd>
            {t('landing.closing.size', {
              download: formatNumber(locale, installer.downloadGigabytes),
              installed: formatNumber(locale, installer.installedGigabytes),
              total: formatNumber(locale, installationSpaceGigabytes),
            })}
          </dd>
        </dl>
      </div>
    </section>
  );
}
