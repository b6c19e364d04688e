// Must run on any Node that supports modules, however old: no `node:` imports, no recent syntax.
// biome-ignore lint/style/useNodejsImportProtocol: old versions of Node do not know the protocol
import { readFileSync } from 'fs';

const required = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  .engines.node.replace(/[^\d.]/g, '')
  .split('.')
  .map(Number);
const running = process.versions.node.split('.').map(Number);

if (running[0] < required[0] || (running[0] === required[0] && running[1] < required[1])) {
  console.error(
    `Node ${process.versions.node} is too old: install Node ${required[0]}.${required[1]} or newer (nodejs.org) and run the command again.`,
  );
  process.exit(1);
}
