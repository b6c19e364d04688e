/** Programs that fetch a file and go on with what is there of it. */
export const downloadPrograms = { curl: 'curl', aria2: 'aria2' } as const;

/** Names that need no quoting on any shell are all that the release store admits. */
interface CheckedFile {
  fileName: string;
  /** Lower-case hexadecimal; without it a command tells the hash instead of comparing it. */
  sha256: string | null;
}

/** For PowerShell: answers True when the file is the one that was published. */
export function windowsCheck({ fileName, sha256 }: CheckedFile): string {
  const hash = ['Get-FileHash', `.\\${fileName}`, '-Algorithm', 'SHA256'].join(' ');
  return sha256 ? `(${hash}).Hash -eq "${sha256.toUpperCase()}"` : hash;
}

/** For the Terminal of macOS: answers OK when the file is the one that was published. */
export function macosCheck({ fileName, sha256 }: CheckedFile): string {
  // Two spaces: the format of shasum's own lists.
  return sha256 ? `echo "${sha256}  ${fileName}" | shasum -a 256 -c` : `shasum -a 256 ${fileName}`;
}

/** Expects the signature beside the file, under its name with `.minisig`. */
export function signatureCheck(fileName: string, publicKey: string): string {
  return `minisign -Vm ${fileName} -P ${publicKey}`;
}

/** Goes on with what is there of the file; follows a store that answers elsewhere. */
export function curlLine(fileName: string, url: string): string {
  return `curl -L -C - -o ${fileName} "${url}"`;
}

/** The same, with a few connections and a check at the end. */
export function aria2Line(fileName: string, url: string, sha256: string): string {
  return `aria2c -c -x 4 -o ${fileName} --checksum=sha-256=${sha256} "${url}"`;
}
