/** The script of the page that the session is compared with: the client library, and nothing of this site. */
import { createClient } from '@workos-inc/authkit-js';

const { clientId, hostname, port } = document.body.dataset as { clientId: string; hostname: string; port: string };

const client = await createClient(clientId, {
  apiHostname: hostname,
  https: false,
  port: Number(port),
  redirectUri: `${location.origin}/account`,
});

document.body.textContent = `You are signed in as ${client.getUser()?.email}.`;
