import type { ReactElement, ReactNode } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { interfaceTexts } from './interface-texts.ts';

interface Props {
  /** The app's name for this part of its window; empty for none. */
  label?: string;
  children: ReactNode;
}

/** What was spoken: lower-case, without punctuation, along a trail of dots. */
export function Spoken({ label = interfaceTexts.transcript, children }: Props) {
  const { locale } = useMessages();
  return (
    <div className="scene-passage scene-spoken">
      {label && <span className="scene-label">{label}</span>}
      <p lang={locale}>{children}</p>
    </div>
  );
}

interface WrittenProps extends Props {
  /** Shown beside the label, such as a button. */
  aside?: ReactElement;
}

/** What was written from it: the trail has become a line. */
export function Written({ label = interfaceTexts.result, aside, children }: WrittenProps) {
  const { locale } = useMessages();
  return (
    <div className="scene-passage scene-written">
      {label && (
        <span className="scene-label">
          <span>{label}</span>
          {aside}
        </span>
      )}
      <div lang={locale}>{children}</div>
    </div>
  );
}
