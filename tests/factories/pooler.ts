import { once } from 'node:events';
import net from 'node:net';
import { pipeline } from 'node:stream';

/** Between an application and PostgreSQL, as a pooler is. */
export interface Pooler {
  /** The address of the same database through it. */
  databaseUrl: string;
  /** Whether connections from now on lose the settings that they ask for in their first message. */
  dropsOptions: boolean;
  /** Ends all connections, as its restart would. */
  cut(): void;
  close(): Promise<void>;
}

/** A pooler such as PgBouncer with `ignore_startup_parameters = options`: it takes them, and passes them on to nobody. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    open.add(client.on('close', () => open.delete(client)));
    client.once('data', (first) => {
      const upstream = net.connect(Number(port), hostname);
      upstream.write(pooler.dropsOptions ? withoutOptions(first) : first);
      pipeline(client, upstream, client, () => {});
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  const pooler: Pooler = {
    databaseUrl: through.href,
    dropsOptions: false,
    cut() {
      for (const client of open) client.destroy();
    },
    async close() {
      pooler.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return pooler;
}

/** The first message of a client: its length, the version of the protocol, and pairs of name and value, each ended by a zero. */
function withoutOptions(message: Buffer): Buffer {
  const texts = message.subarray(8, message.readInt32BE(0)).toString('latin1').split('\0').slice(0, -2);
  const kept = texts.flatMap((name, index) =>
    index % 2 === 0 && name !== 'options' ? [`${name}\0${texts[index + 1]}\0`] : [],
  );
  const body = Buffer.from(`${kept.join('')}\0`, 'latin1');
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  message.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}
