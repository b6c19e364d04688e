import { plans } from '../../../../shared/business/plans.ts';

/** One dot is the free plan's quota: the others show how many times as much they have. */
export const requestsPerDot = plans.free.onlineRequestsPerMonth;

const perRow = 10;
const step = 24;
const radius = 7;

/** A quota as a trail of dots on a line, filled from the line upwards; a remainder becomes a smaller dot. */
export function QuotaDots({ requests }: { requests: number }) {
  const dots = requests / requestsPerDot;
  const width = (perRow - 1) * step + 2 * radius;
  const height = (Math.ceil(dots / perRow) - 1) * step + 2 * radius;
  return (
    <div className="quota-dots">
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        {Array.from({ length: Math.ceil(dots) }, (_, index) => {
          // The area of the last dot shows how much of it there is.
          const size = Math.sqrt(Math.min(1, dots - index)) * radius;
          return (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: dots are their places
              key={index}
              cx={(index % perRow) * step + radius}
              cy={height - Math.floor(index / perRow) * step - radius}
              r={Math.round(size * 10) / 10}
            />
          );
        })}
      </svg>
    </div>
  );
}
