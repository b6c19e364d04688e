import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** `local` is for what stays on the visitor's device. */
type NoticeKind = 'info' | 'success' | 'error' | 'local';

const icons = { info: 'info', success: 'check', error: 'alert', local: 'device' } as const;
const roles = { info: undefined, success: 'status', error: 'alert', local: undefined } as const;

interface Props {
  kind: NoticeKind;
  title?: string;
  /** Not announced: it is no news. */
  quiet?: boolean;
  children?: ReactNode;
}

/** Something the visitor should know. Errors and successes are announced when they appear. */
export function Notice({ kind, title, quiet, children }: Props) {
  return (
    <div className={`notice notice-${kind}`} role={quiet ? undefined : roles[kind]}>
      <Icon name={icons[kind]} />
      {title && <p className="notice-title">{title}</p>}
      {children && <div className="notice-body">{children}</div>}
    </div>
  );
}
