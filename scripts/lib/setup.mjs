// This file imports only Node's modules: it runs before dependencies are installed.
import { existsSync, readFileSync } from 'node:fs';
import { inProject, root } from './paths.mjs';
import { npm, succeed } from './processes.mjs';

const installLimitMs = 600_000;

const readPackages = (file) => JSON.parse(readFileSync(inProject(file), 'utf8')).packages;

/** Whether the installed packages are the packages of the lockfile. */
function dependenciesInstalled() {
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(inProject(record))) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages('package-lock.json')).every(
    ([path, wanted]) =>
      // The root is not installed, and optional packages depend on the platform.
      path === '' ||
      wanted.optional ||
      wanted.devOptional ||
      installed[path]?.version === wanted.version,
  );
}

async function installDependencies() {
  if (dependenciesInstalled()) return;
  console.log('Installing dependencies (a minute or more) …');
  // No dependency needs its install script.
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    limitMs: installLimitMs,
  });
}

/** Prepares a fresh clone: installs dependencies and builds. */
export async function setUp() {
  await installDependencies();
  await succeed(process.execPath, ['scripts/build.mjs'], { cwd: root });
}
