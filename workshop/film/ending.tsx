import { Mark } from '../../app/components/brand/mark.tsx';
import { onScreen } from '../../content/film/on-screen.ts';
import { eligibleCountries } from '../../shared/business/eligibility.ts';
import { platforms } from '../../shared/business/product.ts';
import { formatCountries, formatList } from '../../shared/format.ts';
import { easedSpan } from './motion.ts';

/** The name, where and for which systems the app is available, and what to do. */
export function Ending({ time }: { time: number }) {
  const { name, testedVersions } = platforms.windows;
  const settle = (from: number) => {
    const share = easedSpan(time, from, from + 0.5);
    return { opacity: share, transform: `translateY(${(1 - share) * 24}px)` };
  };
  return (
    <div className="film-ending">
      <div className="film-name" style={settle(0)}>
        <Mark />
        <span>Writing Ant</span>
      </div>
      <p className="film-invitation" style={settle(0.5)}>
        {onScreen.download}
      </p>
      <p style={settle(0.9)}>{`${name} ${formatList('en', testedVersions)}`}</p>
      <p style={settle(0.9)}>{formatCountries('en', eligibleCountries)}</p>
    </div>
  );
}
