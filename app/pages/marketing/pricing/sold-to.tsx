import { eligibleCountries } from '../../../../shared/business/eligibility.ts';
import { salesAudiences } from '../../../../shared/business/sales.ts';
import { formatCountries } from '../../../../shared/format.ts';
import { anchors } from '../../../../shared/paths.ts';
import { useMessages } from '../../../messages/use-messages.ts';

/**
 * To whom paid plans are sold, where that is not everybody, and what others can do: the HTML names all, and the style sheet shows those
 * that are meant. In few lines, so that the prices are seen beneath it.
 */
export function SoldTo() {
  const { t, locale } = useMessages();
  const countries = formatCountries(
    locale,
    eligibleCountries.filter((country) => country !== 'CH'),
  );
  return (
    <div className="sold-to">
      <div className="sold-to-whom">
        <p>{t('pricing.sold-to')}</p>
        <ul>
          {salesAudiences.map((audience) => (
            <li key={audience} className={`sold-to-${audience}`}>
              {audience === 'ch' ? t('pricing.sold-to.ch') : t(`pricing.sold-to.${audience}`, { countries })}
            </li>
          ))}
        </ul>
      </div>
      <a className="link" href={`#${anchors.saleList}`}>
        {t('lists.sale.link')}
      </a>
    </div>
  );
}
