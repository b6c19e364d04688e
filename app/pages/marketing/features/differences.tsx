import { plans } from '../../../../shared/business/plans.ts';
import { installer, platforms } from '../../../../shared/business/product.ts';
import { formatNumber, formatPrice } from '../../../../shared/format.ts';
import { BySales } from '../../../components/by-sales.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Chapter } from './chapter.tsx';

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
    speech: t('features.differences.speech.ours'),
    result: t('features.differences.result.ours'),
    devices: t('features.differences.devices.ours', { platform: platforms.windows.name }),
    installation: t('features.differences.installation.ours', { gigabytes: number(installer.downloadGigabytes) }),
    price: (
      <BySales
        closed={t('features.differences.price.ours', price)}
        open={t('features.differences.price.on-sale', price)}
      />
    ),
  };
  return (
    <Chapter id="differences" title={t('features.differences.title')}>
      <div>
        <p className="lead">{t('features.differences.text')}</p>
        <table className="difference-table">
          <caption className="sr-only">{t('features.differences.title')}</caption>
          <thead>
            <tr>
              <td />
              {others.map((kind) => (
                <th key={kind} scope="col">
                  {t(`features.differences.${kind}`)}
                </th>
              ))}
              <th scope="col">{product}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`features.differences.${row}`)}</th>
                {others.map((kind) => (
                  <td key={kind} data-kind={t(`features.differences.${kind}`)}>
                    {t(`features.differences.${row}.${kind}`)}
                  </td>
                ))}
                <td data-kind={product}>{ours[row]}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="differences-conceded">{t('features.differences.conceded')}</p>
      </div>
    </Chapter>
  );
}
