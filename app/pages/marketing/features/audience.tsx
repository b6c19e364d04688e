import type { MessageId } from '../../../../content/generated/message-arguments.ts';
import { anchors, paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { Chapter } from './chapter.tsx';

const groups = [
  'features.audience.support',
  'features.audience.journalists',
  'features.audience.lawyers',
  'features.audience.consultants',
  'features.audience.researchers',
  'features.audience.students',
  'features.audience.everyone',
] as const satisfies readonly MessageId[];

/** Ants walking down beside the text: position, and direction in degrees. */
const ants = Array.from({ length: 15 }, (_, index) => {
  const y = 16 + index * 36;
  return {
    x: Math.round(60 + Math.sin(index * 0.62) * 36),
    y,
    angle: Math.round(90 - Math.cos(index * 0.62) * 32),
  };
});

/** Who it is for (specification 1), each group at its work. */
export function Audience() {
  const { t } = useMessages();
  return (
    <Chapter id={anchors.audience} title={t('features.audience.title')}>
      <div className="audience">
        <svg className="audience-trail" aria-hidden="true" width="120" height="536" viewBox="0 0 120 536">
          {ants.map(({ x, y, angle }) => (
            <g key={y} transform={`translate(${x} ${y}) rotate(${angle})`}>
              <circle cx="-7" r="3.2" />
              <circle cx="-.6" cy=".4" r="1.9" />
              <circle cx="4.8" cy="-.2" r="2.5" />
            </g>
          ))}
        </svg>
        <div className="audience-words">
          {groups.map((group) => (
            <p key={group}>
              <RichMessage id={group} elements={{ who: <strong /> }} />
            </p>
          ))}
          <p className="audience-business">
            {t('features.audience.enterprise')}{' '}
            <Link className="line-link" href={paths.contact}>
              {t('features.audience.sales')}
            </Link>
          </p>
        </div>
      </div>
    </Chapter>
  );
}
