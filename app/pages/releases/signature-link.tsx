interface Props {
  fileName: string;
  /** Content of the `.minisig` file. */
  signature: string;
  label: string;
}

/** Saves the signature of a file under the name that minisign looks for. */
export function SignatureLink({ fileName, signature, label }: Props) {
  const address = `data:application/octet-stream;charset=utf-8,${encodeURIComponent(signature)}`;
  return (
    <a className="link" href={address} download={`${fileName}.minisig`}>
      {label}
    </a>
  );
}
