import { installationSpaceGigabytes, installer, models, platforms } from '../../../../shared/business/product.ts';
import { formatList, formatNumber } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { HardwareScene } from '../../../scenes/hardware-scene.tsx';
import { AccuracyBasis, AccuracyFigure } from '../accuracy-basis.tsx';
import { textRecipientIn } from '../text-recipient.ts';
import { Chapter, Feature } from './chapter.tsx';

/** Hardware, models, platforms and sizes (specification 9). */
export function Computer() {
  const { t, locale } = useMessages();
  const gigabytes = (value: number) => t('features.facts.gigabytes', { gigabytes: formatNumber(locale, value) });
  const { windows, macos } = platforms;
  return (
    <Chapter id="computer" title={t('features.computer.title')}>
      <Feature title={t('features.hardware.title')} text={t('features.hardware.text')}>
        <HardwareScene />
      </Feature>
      <dl className="fact-table">
        <div>
          <dt>{t('features.facts.local-models')}</dt>
          <dd>{formatList(locale, models.local)}</dd>
        </div>
        <div>
          <dt>{t('features.facts.online-models')}</dt>
          <dd>
            <RichMessage
              id="features.facts.fallback"
              values={{
                preferred: models.online.preferred,
                fallback: models.online.fallback,
                ...textRecipientIn(locale),
              }}
              elements={{ name: <span className="whitespace-nowrap" /> }}
            />
          </dd>
        </div>
        <div>
          <dt>{windows.name}</dt>
          <dd>{t('features.facts.tested', { versions: formatList(locale, windows.testedVersions) })}</dd>
        </div>
        <div>
          <dt>{macos.name}</dt>
          <dd>
            {t('features.facts.coming-soon', { from: macos.testedVersions[0], to: macos.testedVersions.at(-1) ?? '' })}
          </dd>
        </div>
        <div>
          <dt>{t('features.facts.download')}</dt>
          <dd>{gigabytes(installer.downloadGigabytes)}</dd>
        </div>
        <div>
          <dt>{t('features.facts.installed')}</dt>
          <dd>
            {t('features.facts.installed.size', {
              installed: formatNumber(locale, installer.installedGigabytes),
              total: formatNumber(locale, installationSpaceGigabytes),
            })}
          </dd>
        </div>
        <div>
          <dt>{t('features.facts.installation')}</dt>
          <dd>{t('features.facts.minutes', { minutes: formatNumber(locale, installer.installationMinutes) })}</dd>
        </div>
        <div>
          <dt>{t('features.facts.accuracy')}</dt>
          <dd>
            <AccuracyFigure />
            <br />
            <AccuracyBasis />
            <br />
            {t('features.accuracy.text')}
          </dd>
        </div>
      </dl>
      <div className="button-row features-end">
        <ButtonLink href={paths.download}>{t('layout.account.download')}</ButtonLink>
        <Link className="line-link" href={paths.pricing}>
          {t('features.plans')}
        </Link>
      </div>
    </Chapter>
  );
}
