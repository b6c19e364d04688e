import { eligibleCountries } from '../../../../shared/business/eligibility.ts';
import { salesAudiences } from '../../../../shared/business/sales.ts';
import { formatCountries } from '../../../../shared/format.ts';
import { Notice } from '../../../components/notice.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

/** To whom paid plans are sold, where that is not everybody: the HTML names all, and the style sheet shows those that are meant. */
export function SoldTo() {
  const { t, locale } = useMessages();
  const countries = formatCountries(
    locale,
    eligibleCountries.filter((country) => country !== 'CH'),
  );
  return (
    <div className="sold-to max-w-form">
      <Notice kind="info">
        <p>{t('pricing.sold-to')}</p>
        <ul className="list-disc ps-5">
          {salesAudiences.map((audience) => (
            <li key={audience} className={`sold-to-${audience}`}>
              {audience === 'ch' ? t('pricing.sold-to.ch') : t(`pricing.sold-to.${audience}`, { countries })}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
