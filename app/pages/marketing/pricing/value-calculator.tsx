import { useEffect, useRef, useState } from 'react';
import { monthlyValue, valueBasis, valuePages } from '../../../../shared/business/value.ts';
import { formatNumber, formatThousands } from '../../../../shared/format.ts';
import type { Locale } from '../../../../shared/locales.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';

const inTenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Keystrokes rounded to thousands or tenths of a million, as a message with its amount: `225k`, `1.1M`. */
function keystrokesMessage(locale: Locale, keystrokes: number) {
  return keystrokes < 1e6
    ? ({ id: 'pricing.value.keystrokes', values: { number: formatThousands(locale, keystrokes) } } as const)
    : ({
        // Always less than two million (value.test.ts), for which French has no plural.
        id: 'pricing.value.keystrokes-in-millions',
        values: { number: formatNumber(locale, keystrokes / 1e6, inTenths) },
      } as const);
}

/** The share of typing time that dictating takes: the same, however many pages. */
const dictatedShare = `${Math.round((1 - valueBasis.timeSaved) * 1000) / 10}%`;

/** The hours of typing and of dictating, to scale; the hours saved are a trail of dots. */
function Hours({ pages }: { pages: number }) {
  const { t, locale } = useMessages();
  const { typingHours, dictatingHours } = monthlyValue(pages);
  return (
    <div className="value-hours">
      <p>{t('pricing.value.typing', { hours: formatNumber(locale, typingHours, inTenths) })}</p>
      <svg aria-hidden="true" width="100%" height="8">
        <line className="value-typing" x1="0" x2="100%" y1="4" y2="4" />
      </svg>
      <p>{t('pricing.value.dictating', { hours: formatNumber(locale, dictatingHours, inTenths) })}</p>
      <svg aria-hidden="true" width="100%" height="8">
        <line className="value-saved" x1={dictatedShare} x2="100%" y1="4" y2="4" />
        <line className="value-dictating" x1="0" x2={dictatedShare} y1="4" y2="4" />
      </svg>
    </div>
  );
}

/** Time and keystrokes saved (specification 9, value examples), for the pages per day set on a slider. */
export function ValueCalculator() {
  const { t, locale } = useMessages();
  const [pages, setPages] = useState<number>(valuePages.examples[0]);
  const slider = useRef<HTMLInputElement>(null);
  // The slider may have been moved before the script arrived, or keep its position after a reload.
  useEffect(() => setPages(Number(slider.current!.value)), []);

  const savings = (count: number) => {
    const { savedHours, savedKeystrokes } = monthlyValue(count);
    return {
      hours: formatNumber(locale, savedHours, inTenths),
      keystrokes: keystrokesMessage(locale, savedKeystrokes),
    };
  };
  const { hours, keystrokes } = savings(pages);
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
            {valuePages.examples.map((count) => {
              const example = savings(count);
              return (
                <li key={count}>
                  <RichMessage
                    id="pricing.value.example"
                    values={{
                      pages: count,
                      hours: example.hours,
                      keystrokes: t(example.keystrokes.id, example.keystrokes.values),
                    }}
                    // The amount is not emphasised in a sentence.
                    elements={{}}
                  />
                </li>
              );
            })}
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
              <RichMessage {...keystrokes} elements={{ amount: <strong /> }} /> {t('pricing.value.keystrokes-label')}
            </span>
          </output>
          <Hours pages={pages} />
        </div>
      </div>
    </section>
  );
}
