import { Mark } from '../../app/components/brand/mark.tsx';
import { onScreen } from '../../content/film/on-screen.ts';
import { eligibleCountries } from '../../shared/business/eligibility.ts';
import { platforms } from '../../shared/business/product.ts';
import { formatCountries, formatList } from '../../shared/format.ts';
import { easedSpan } from './motion.ts';

/** The name, and where and for which systems the app is available. */
export function Ending({ time }: { time: number }) {
  const { name, testedVersions } = platforms.windows;
  const settle = (from: number) => {
    const share = easedSpan(time, from, from + 0.6);
    return { opacity: share, transform: `translateY(${(1 - share) * 30}px)` };
  };
  return (
    <div className="film-ending">
      <div className="film-name" style={settle(0.2)}>
        <Mark />
        Writing Ant
      </div>
      <p style={settle(0.9)}>
        <span className="film-beta">{onScreen.beta}</span> {formatCountries('en', eligibleCountries)}
      </p>
      <p style={settle(1.3)}>{`${name} ${formatList('en', testedVersions)}`}</p>
    </div>
  );
}
