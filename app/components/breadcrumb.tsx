import type { ReactNode } from 'react';
import { Link } from '../navigation/link.tsx';

interface Props {
  /** Name of the landmark. */
  label: string;
  /** From the outermost inward; the last one is the page itself. Entries without an address are plain text. */
  items: readonly { label: ReactNode; href?: string }[];
}

/** Where the page is in the site. */
export function Breadcrumb({ label, items }: Props) {
  return (
    <nav className="breadcrumb" aria-label={label}>
      <ol>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the way to a page does not change while it is shown
          <li key={index}>
            {item.href && index < items.length - 1 ? (
              <Link href={item.href} className="breadcrumb-link">
                {item.label}
              </Link>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{item.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
