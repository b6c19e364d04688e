import { plans } from '../../../../shared/business/plans.ts';
import { installer, platforms } from '../../../../shared/business/product.ts';
import { formatNumber, formatPrice } from '../../../../shared/format.ts';
import { BySales } from '../../../components/by-sales.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

const rows = ['speech', 'result', 'devices', 'installation', 'price'] as const;
const others = ['built-in', 'cloud'] as const;
const product = 'Writing Ant';

/** Kinds of dictation side by side, with what the others do better. */
export function Differences() {
  const { t, locale } = useMessages();
  const number = (value: number) => formatNumber(locale, value);
  const price = {
    free: number(plans.free.onlineRequestsPerMonth),
    price: formatPrice(locale, plans.moderate.monthlyRappen),
    requests: number(plans.moderate.onlineRequestsPerMonth),
  };
  const ours = {
    speech: t('landing.differences.speech.ours'),
    result: t('landing.differences.result.ours'),
    devices: t('landing.differences.devices.ours', { platform: platforms.windows.name }),
    installation: t('landing.differences.installation.ours', { gigabytes: number(installer.downloadGigabytes) }),
    price: (
      <BySales
        closed={t('landing.differences.price.ours', price)}
        open={t('landing.differences.price.on-sale', price)}
      />
    ),
  };
  return (
    <section className="section" aria-labelledby="differences-heading">
      <div className="page-width differences">
        <div className="modes-head">
          <h2 id="differences-heading">{t('landing.differences.title')}</h2>
          <p className="lead">{t('landing.differences.text')}</p>
        </div>
        <table className="difference-table">
          <caption className="sr-only">{t('landing.differences.title')}</caption>
          <thead>
            <tr>
              <td />
              {others.map((kind) => (
                <th key={kind} scope="col">
                  {t(`landing.differences.${kind}`)}
                </th>
              ))}
              <th scope="col">{product}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`landing.differences.${row}`)}</th>
                {others.map((kind) => (
                  <td key={kind} data-kind={t(`landing.differences.${kind}`)}>
                    {t(`landing.differences.${row}.${kind}`)}
                  </td>
                ))}
                <td data-kind={product}>{ours[row]}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="modes-secrecy">{t('landing.differences.conceded')}</p>
      </div>
    </section>
  );
}
