import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { PageIcon } from './page-icon.tsx';

interface Props {
  label: string;
  value: string;
  /** On the button. */
  copyLabel: string;
  /** Shown and announced once it is copied. */
  copiedLabel: string;
}

/** A value that people copy: a checksum, an address. Where the clipboard is unavailable, it is selected instead. */
export function CopyRow({ label, value, copyLabel, copiedLabel }: Props) {
  const text = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      getSelection()?.selectAllChildren(text.current!);
    }
  };
  return (
    <div className="copy-row">
      <span className="copy-row-label">{label}</span>
      <code className="copy-row-value" ref={text}>
        {value}
      </code>
      <Button className="needs-script" variant="secondary" size="small" onClick={copy} onBlur={() => setCopied(false)}>
        {copied ? <Icon name="check" size={16} /> : <PageIcon name="copy" size={16} />}
        <span>{copied ? copiedLabel : copyLabel}</span>
      </Button>
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ''}
      </span>
    </div>
  );
}
