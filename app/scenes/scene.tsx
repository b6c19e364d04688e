import type { ReactNode } from 'react';
import { useMessages } from '../messages/use-messages.ts';

interface Props {
  /** What the drawing shows, below it. */
  caption: string;
  /** A description for those who cannot see it. Without one, the drawing is read as the text it contains. */
  description?: string;
  children: ReactNode;
}

/** A drawing of the desktop app with its caption, which says that it is a drawing. */
export function Scene({ caption, description, children }: Props) {
  const { t } = useMessages();
  return (
    <figure className="scene">
      {description ? (
        <div className="scene-stage" role="img" aria-label={description}>
          {children}
        </div>
      ) : (
        <div className="scene-stage">{children}</div>
      )}
      <figcaption className="scene-caption">
        <span className="scene-kind">{t('scenes.illustration')}</span> <span>{caption}</span>
      </figcaption>
    </figure>
  );
}
