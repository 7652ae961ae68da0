import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { quietly } from './processes.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const installLimitMs = 300_000;

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(executable);
}

function findChromium() {
  const chosen = process.env.BOWLINE_CHROMIUM;
  if (chosen !== undefined && chosen !== '') {
    if (executable(chosen)) return chosen;
    throw new Error(`BOWLINE_CHROMIUM is ${chosen}, which cannot be run.`);
  }
  return names.map(onPath).find((path) => path !== undefined);
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

async function installWithApt() {
  console.log('Installing Chromium …');
  const options = {
    limitMs: installLimitMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  await quietly('apt-get', ['update', '-qq'], options);
  await quietly('apt-get', ['install', '-y', '-qq', 'chromium'], options);
}

/** The path of a Chromium. If there is none, tries to install one. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (canInstall()) await installWithApt();
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new Error(
    'Chromium is missing, and only root on Debian or Ubuntu can have it installed from here. ' +
      'Install it (`sudo apt-get install chromium`), or set BOWLINE_CHROMIUM to the path of a ' +
      'Chromium or Chrome.',
  );
}
