interface Props {
  address: string;
  className?: string;
  /** Where more of the mail than its address is given. */
  href?: string;
}

/** An e-mail address: on one line, or else broken after its @. In a message it takes the place of the address. */
export function EmailLink({ address, className = 'link', href = `mailto:${address}` }: Props) {
  const [name, domain] = address.split('@');
  return (
    <a className={`${className} email`} href={href}>
      {name}@<span className="address-part">{domain}</span>
    </a>
  );
}
