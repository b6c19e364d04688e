import type { AnchorHTMLAttributes } from 'react';
import { localizedPath } from '../../shared/paths.ts';
import { useSite } from '../site/site-context.ts';
import { isPlainClick } from './is-plain-click.ts';
import { usePath } from './use-path.ts';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** An address of this site, with or without a hash. */
  href: string;
};

/**
 * A link within the site: navigates without a reload, marks the current page, and prefetches the target when a visit is
 * likely. Its address, for browsers without scripts, new tabs and search engines, is the page in the current language.
 */
export function Link({ href, onClick, onPointerEnter, onFocus, ...rest }: Props) {
  const path = usePath();
  const { prefetch, navigate, findRoute, boot } = useSite();
  const [pathname = '', hash] = href.split('#');
  const target = findRoute(pathname);
  const isHere = target !== undefined && target === findRoute(path);
  return (
    <a
      // A place on this page is no reason to reload it.
      href={isHere && hash ? `#${hash}` : localizedPath(href, boot.locale)}
      aria-current={isHere && !hash ? 'page' : undefined}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlainClick(event)) return;
        event.preventDefault();
        navigate(href);
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        prefetch(href);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        prefetch(href);
      }}
      {...rest}
    />
  );
}
