import { useEffect, useRef, useState } from 'react';
import { monthlyValue, valueBasis, valuePages } from '../../../../shared/business/value.ts';
import type { Locale } from '../../../../shared/locales.ts';
import { formatNumber } from '../../../messages/format.ts';
import { type Translate, useMessages } from '../../../messages/use-messages.ts';

const inTenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Keystrokes rounded to thousands or tenths of a million: `225k`, `1.1M`. */
function keystrokesText(t: Translate, locale: Locale, keystrokes: number): string {
  return keystrokes < 1e6
    ? t('pricing.value.thousands', { number: formatNumber(locale, Math.round(keystrokes / 1e3)) })
    : t('pricing.value.millions', { number: formatNumber(locale, keystrokes / 1e6, inTenths) });
}

/** What dictating takes of the hours that typing takes, to scale; what is saved is a trail of dots. */
function Hours({ pages }: { pages: number }) {
  const { t, locale } = useMessages();
  const { typingHours, dictatingHours } = monthlyValue(pages);
  const dictated = `${Math.round((dictatingHours / typingHours) * 1000) / 10}%`;
  return (
    <div className="value-hours">
      <p>{t('pricing.value.typing', { hours: formatNumber(locale, typingHours, inTenths) })}</p>
      <svg aria-hidden="true" width="100%" height="8">
        <line className="value-typing" x1="0" x2="100%" y1="4" y2="4" />
      </svg>
      <p>{t('pricing.value.dictating', { hours: formatNumber(locale, dictatingHours, inTenths) })}</p>
      <svg aria-hidden="true" width="100%" height="8">
        <line className="value-saved" x1={dictated} x2="100%" y1="4" y2="4" />
        <line className="value-dictating" x1="0" x2={dictated} y1="4" y2="4" />
      </svg>
    </div>
  );
}

/** Time and keystrokes saved (specification 9, value examples), for the pages per day that a slider says. */
export function ValueCalculator() {
  const { t, locale } = useMessages();
  const [pages, setPages] = useState<number>(valuePages.examples[0]);
  const slider = useRef<HTMLInputElement>(null);
  // The slider may have been moved before the script came, or be where a reload left it.
  useEffect(() => setPages(Number(slider.current!.value)), []);

  const texts = (count: number) => {
    const { savedHours, savedKeystrokes } = monthlyValue(count);
    return {
      pages: count,
      hours: formatNumber(locale, savedHours, inTenths),
      keystrokes: keystrokesText(t, locale, savedKeystrokes),
    };
  };
  const { hours, keystrokes } = texts(pages);
  return (
    <section className="section" aria-labelledby="value">
      <div className="page-width value">
        <div className="value-words">
          <h2 id="value">{t('pricing.value.title')}</h2>
          <p className="text-paper-dim">
            {t('pricing.value.basis', {
              characters: formatNumber(locale, valueBasis.charactersPerMinute),
              words: formatNumber(locale, valueBasis.wordsPerMinute),
              page: formatNumber(locale, valueBasis.charactersPerPage),
              days: valueBasis.daysPerMonth,
              rest: formatNumber(locale, 1 - valueBasis.timeSaved, { style: 'percent' }),
            })}
          </p>
          <ul className="value-examples">
            {valuePages.examples.map((count) => (
              <li key={count}>{t('pricing.value.example', texts(count))}</li>
            ))}
          </ul>
        </div>
        <div className="card value-card">
          <div className="needs-script">
            <label className="value-label" htmlFor="value-pages">
              <span>{t('pricing.value.pages')}</span>
              <span className="value-pages">{formatNumber(locale, pages)}</span>
            </label>
            <input
              className="slider"
              type="range"
              id="value-pages"
              ref={slider}
              min={valuePages.min}
              max={valuePages.max}
              defaultValue={valuePages.examples[0]}
              aria-valuetext={t('pricing.value.pages-count', { pages })}
              onChange={(event) => setPages(Number(event.target.value))}
            />
          </div>
          <output className="value-result" htmlFor="value-pages">
            <span>
              <strong>{t('pricing.value.hours', { hours })}</strong> {t('pricing.value.hours-label')}
            </span>
            <span>
              <strong>{keystrokes}</strong> {t('pricing.value.keystrokes-label')}
            </span>
          </output>
          <Hours pages={pages} />
        </div>
      </div>
    </section>
  );
}
