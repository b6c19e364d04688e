import { mailAddress } from './mail-address.ts';

interface Props {
  address: string;
  className?: string;
  /** Subject line of the mail. */
  subject?: string;
}

/** An e-mail address: on one line, or broken after its @. In a message it replaces the address. */
export function EmailLink({ address, className = 'link', subject }: Props) {
  const [name, domain] = address.split('@');
  return (
    <a className={`${className} email`} href={mailAddress(address, subject ? { subject } : undefined)}>
      <span>{`${name}@`}</span>
      <span className="address-part">{domain}</span>
    </a>
  );
}
