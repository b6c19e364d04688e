import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ExplainedError } from '../../scripts/commands/step.mjs';

/** A private key and a certificate for this machine's names used in measurements, both PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** Makes a self-signed certificate, valid for a day. Throws when there is no OpenSSL. */
export function makeCertificate(): Certificate {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-bench-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const names = ['DNS:localhost', 'DNS:app.localhost', 'DNS:auth.app.localhost', 'IP:127.0.0.1'];
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`];
  try {
    execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'pipe' });
    return { key: fs.readFileSync(key, 'utf8'), cert: fs.readFileSync(cert, 'utf8') };
  } catch (error) {
    throw new ExplainedError(`OpenSSL is needed to make a certificate for HTTP/2: ${(error as Error).message}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Identifies the certificate's public key to Chromium, in `--ignore-certificate-errors-spki-list`: SHA-256 in Base64.
 */
export function publicKeyHash({ cert }: Certificate): string {
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(publicKey).digest('base64');
}
