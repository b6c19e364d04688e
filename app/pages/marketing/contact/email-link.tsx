interface Props {
  address: string;
  className: string;
}

/** An e-mail address that breaks before its domain rather than within a name. */
export function EmailLink({ address, className }: Props) {
  const [name, domain] = address.split('@');
  return (
    <a className={className} href={`mailto:${address}`}>
      {name}
      <wbr />@{domain}
    </a>
  );
}
