import { onScreen } from '../../content/film/on-screen.ts';
import { planNames, plans } from '../../shared/business/plans.ts';
import { formatNumber, formatPrice } from '../../shared/format.ts';
import { easedSpan } from './motion.ts';

/** The price list with a trail from each name to its price, as on the pages. */
export function Prices({ time }: { time: number }) {
  return (
    <div className="film-prices">
      <p style={{ opacity: easedSpan(time, 0.1, 0.5) }}>{onScreen.prices.heading}</p>
      <dl className="price-list">
        {planNames.map((plan, index) => {
          const share = easedSpan(time, 0.2 + index * 0.3, 0.7 + index * 0.3);
          return (
            <div key={plan} style={{ opacity: share, transform: `translateY(${(1 - share) * 24}px)` }}>
              <dt>{onScreen.prices.plans[plan]}</dt>
              <dd className="price">{formatPrice('en', plans[plan].monthlyRappen)}</dd>
              <dd>
                {formatNumber('en', plans[plan].onlineRequestsPerMonth)} {onScreen.prices.requests}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
