/** The script of the page that the session is compared with: the client library, and nothing of this site. */
import { createClient } from '@workos-inc/authkit-js';

const { clientId, hostname, port, scheme } = document.body.dataset as Record<string, string>;

const client = await createClient(clientId!, {
  apiHostname: hostname!,
  https: scheme === 'https:',
  port: Number(port),
  redirectUri: `${location.origin}/account`,
});

document.body.textContent = `You are signed in as ${client.getUser()?.email}.`;
