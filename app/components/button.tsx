import type { ComponentProps, MouseEvent } from 'react';
import { Link } from '../navigation/link.tsx';
import { Mark } from './brand/mark.tsx';

interface Look {
  /** `primary` once per view; `quiet` for what must not compete. */
  variant?: 'primary' | 'secondary' | 'quiet';
  size?: 'normal' | 'small';
}

const classNameOf = ({ variant = 'primary', size = 'normal' }: Look, className?: string) =>
  ['button', `button-${variant}`, size === 'small' && 'button-small', className].filter(Boolean).join(' ');

type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** Looks and reads as disabled and does nothing, yet takes the focus, so that its tooltip can be read. */
    unavailable?: boolean;
    /** Where `unavailable`: tells what is missing to whoever presses it. */
    onUnavailable?: (() => void) | undefined;
    /** Its action is under way: it says so and does nothing more. */
    busy?: boolean;
  };

/** A button; `type="submit"` must be set explicitly. */
export function Button(props: ButtonProps) {
  const { variant, size, unavailable, onUnavailable, busy, className, onClick, children, ...rest } = props;
  const still = unavailable || busy;
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    if (!still) return onClick?.(event);
    event.preventDefault();
    if (!busy) onUnavailable?.();
  };
  return (
    <button
      type="button"
      {...rest}
      {...(still ? { 'aria-disabled': true } : {})}
      {...(busy ? { 'aria-busy': true } : {})}
      className={classNameOf({ ...(variant && { variant }), ...(size && { size }) }, className)}
      onClick={act}
    >
      {busy && (
        <span className="spinner-inline">
          <Mark walking />
        </span>
      )}
      <span className="button-words">{children}</span>
    </button>
  );
}

type ButtonLinkProps = Look & Omit<ComponentProps<'a'>, 'href' | 'ref'> & { href: string };

/** A link that looks like a button. Addresses outside the site, files and mail addresses open in the usual way. */
export function ButtonLink({ variant, size, className, href, ...rest }: ButtonLinkProps) {
  const look = classNameOf({ ...(variant && { variant }), ...(size && { size }) }, className);
  const inside = href.startsWith('/') && rest.download === undefined;
  return inside ? <Link href={href} className={look} {...rest} /> : <a href={href} className={look} {...rest} />;
}
