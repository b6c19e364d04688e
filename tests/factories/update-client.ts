import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js';
import { sha256Hex } from '../../server/sha256.ts';

type Options = http.RequestOptions & { redirect?: string; headers: Record<string, string> };

/**
 * electron-updater's own requests, made with Node's HTTP instead of Electron's: whoever listens for a redirect is told of it and has
 * it followed, without the token where it leads to another origin.
 */
class Executor extends ElectronHttpExecutor {
  readonly sockets: Socket[] = [];

  override createRequest(options: Options, callback: (response: http.IncomingMessage) => void): never {
    const request = http.request({ ...options, agent: false }, (response) => {
      const { location } = response.headers;
      if (!location || !request.listenerCount('redirect')) return callback(response);
      response.resume();
      const origin = `${options.protocol}//${options.hostname}:${options.port}`;
      const followRedirect = () => {
        const { protocol, hostname, port, pathname, search } = new URL(location);
        const { authorization: _, ...others } = options.headers;
        const headers = new URL(location).origin === origin ? options.headers : others;
        const next = this.createRequest(
          { ...options, protocol, hostname, port, path: pathname + search, headers },
          callback,
        );
        (next as http.ClientRequest).on('error', (error) => request.emit('error', error)).end();
      };
      Object.assign(request, { followRedirect });
      request.emit('redirect', response.statusCode, 'GET', location);
    });
    request.on('socket', (socket) => this.sockets.push(socket));
    return request as never;
  }
  override addRedirectHandlers(): void {}
}

interface InstalledApp {
  /** The origin of the service. */
  origin: string;
  token: Promise<string>;
  version?: string;
  channel?: 'beta';
  stagingId?: string;
  /** What the app was installed from; with it, only what has changed is fetched. */
  installer?: Buffer;
}

/** An installed app of Electron that asks for an update, as docs/operations.md says it has to be configured. */
export async function askForUpdate({ origin, token, version = '1.0.0', channel, stagingId, installer }: InstalledApp) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'installed-app-'));
  const configPath = path.join(home, 'app-update.yml');
  writeFileSync(configPath, 'updaterCacheDirName: cache\n');
  if (stagingId) writeFileSync(path.join(home, '.updaterId'), stagingId);
  mkdirSync(path.join(home, 'cache'));
  // The installer leaves itself there.
  if (installer) writeFileSync(path.join(home, 'cache', 'installer.exe'), installer);
  const app: AppAdapter = {
    ...{ version, name: 'writing-ant', isPackaged: true, appUpdateConfigPath: configPath },
    ...{ userDataPath: home, baseCachePath: home },
    ...{ whenReady: async () => {}, relaunch() {}, quit() {}, onQuit() {} },
  };
  const updater = new NsisUpdater(null, app);
  const executor = new Executor();
  Object.assign(updater, {
    httpExecutor: executor,
    // With it, a fault on the way to the changed parts is one, instead of a reason to fetch the whole.
    _testOnlyOptions: { platform: 'win32', isUseDifferentialDownload: installer !== undefined },
    _logger: { info() {}, warn() {}, error() {} },
  });
  updater.setFeedURL({ provider: 'generic', url: `${origin}/updates`, useMultipleRangeRequest: false });
  if (channel) updater.channel = channel;
  updater.allowDowngrade = false;
  updater.addAuthHeader(`Bearer ${await token}`);
  updater.autoDownload = false;
  const found = await updater.checkForUpdates();
  return {
    /** The version that is offered; undefined when the app is to stay as it is. */
    offered: found?.isUpdateAvailable ? found.updateInfo.version : undefined,
    async fetch(): Promise<string> {
      const [file] = await updater.downloadUpdate();
      return file!;
    },
    /** Of all answers so far, with their heads. */
    bytesReceived: () => executor.sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
  };
}

/** A block map of `content` in the form of electron-builder's, with blocks of one size instead of by content. */
export function makeBlockMap(content: Buffer, blockBytes = 64 * 1024): Buffer {
  const blocks = Array.from({ length: Math.ceil(content.length / blockBytes) }, (_, index) =>
    content.subarray(index * blockBytes, (index + 1) * blockBytes),
  );
  const file = { name: 'file', offset: 0, checksums: blocks.map(sha256Hex), sizes: blocks.map(({ length }) => length) };
  return gzipSync(JSON.stringify({ version: '2', files: [file] }));
}
