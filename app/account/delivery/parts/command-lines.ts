import type { Download } from '../../../../shared/api/downloads.ts';

/** Programs that fetch a file and continue a partial one. */
export const downloadPrograms = { curl: 'curl', aria2: 'aria2' } as const;

/** The release store only accepts names that need no quoting in any shell. */
interface CheckedFile {
  fileName: string;
  /** Lower-case hexadecimal; without it, a command prints the hash instead of comparing it. */
  sha256: string | null;
}

/** For PowerShell: prints True when the file is the one that was published. */
export function windowsCheck({ fileName, sha256 }: CheckedFile): string {
  const hash = ['Get-FileHash', `.\\${fileName}`, '-Algorithm', 'SHA256'].join(' ');
  return sha256 ? `(${hash}).Hash -eq "${sha256.toUpperCase()}"` : hash;
}

/** For the Terminal of macOS: prints OK when the file is the one that was published. */
export function macosCheck({ fileName, sha256 }: CheckedFile): string {
  // Two spaces: the format of shasum's own lists.
  return sha256 ? `echo "${sha256}  ${fileName}" | shasum -a 256 -c` : `shasum -a 256 ${fileName}`;
}

/** Expects the signature beside the file, under its name with `.minisig`. */
export function signatureCheck(fileName: string, publicKey: string): string {
  return `minisign -Vm ${fileName} -P ${publicKey}`;
}

/**
 * Continues a partial file; follows redirects to another store. PowerShell, which the guide opens on Windows, takes `curl`
 * for a command of its own.
 */
export function curlLine({ platform, fileName, url }: Pick<Download, 'platform' | 'fileName' | 'url'>): string {
  return `${platform === 'windows' ? 'curl.exe' : 'curl'} -L -C - -o ${fileName} "${url}"`;
}

/** The same, with several connections and a check at the end. */
export function aria2Line(fileName: string, url: string, sha256: string): string {
  return `aria2c -c -x 4 -o ${fileName} --checksum=sha-256=${sha256} "${url}"`;
}
