import type { ReactElement } from 'react';

interface ChapterProps {
  /** The hash that leads here. */
  id: string;
  title: string;
  children: ReactElement | readonly ReactElement[];
}

/** A chapter of the features page. */
export function Chapter({ id, title, children }: ChapterProps) {
  return (
    <section className="chapter" id={id} aria-labelledby={`${id}-heading`}>
      <div className="page-width">
        <h2 id={`${id}-heading`}>{title}</h2>
        {children}
      </div>
    </section>
  );
}

interface FeatureProps {
  title: string;
  text: string;
  /** Below the text. */
  more?: ReactElement;
  /** The drawing is placed below the words, not beside them. */
  stacked?: boolean;
  /** The drawing. */
  children: ReactElement;
}

/** A function of the app: what it does, and a drawing of it. */
export function Feature({ title, text, more, stacked = false, children }: FeatureProps) {
  return (
    <div className={stacked ? 'feature-stacked' : 'feature'}>
      <div className="feature-words">
        <h3>{title}</h3>
        <p>{text}</p>
        {more}
      </div>
      {children}
    </div>
  );
}
