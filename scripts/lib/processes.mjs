import { spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Processes that we started, each the leader of a group of its own, and that we have not ended. */
const leaders = new Set();

/** A group gets a little time to tidy up before it is killed. */
const graceMs = 3000;

const pollMs = 50;

/** Signals a leader and all that it started; false where none of them is left. */
function signalGroup(leader, signal) {
  try {
    process.kill(-leader.pid, signal);
    return true;
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
}

/** Starts a command in a process group of its own, which ends with us at the latest. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
    detached: true,
  });
  child.exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  // Whoever waits for `exited` sees its error; that nobody waits is none.
  child.exited.catch(() => {});
  if (child.pid !== undefined) leaders.add(child);
  return child;
}

/** Ends a child and every process that it started. */
export async function end(child) {
  if (!leaders.has(child)) return;
  signalGroup(child, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  // The leader may be gone before the rest of its group. (0 asks and signals nothing.)
  while (signalGroup(child, 0) && Date.now() < deadline) await sleep(pollMs);
  signalGroup(child, 'SIGKILL');
  leaders.delete(child);
}

/** Waits for a promise, but no longer than `limitMs`. */
export async function within(limitMs, what, promise) {
  const timer = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${what} was ended: it took more than ${limitMs / 1000} s.`);
  });
  // Aborting it below is no error.
  limit.catch(() => {});
  try {
    return await Promise.race([promise, limit]);
  } finally {
    timer.abort();
  }
}

/** Runs a command to its end and returns its exit code; after `limitMs` it fails instead. */
export async function run(command, args, { limitMs, ...options } = {}) {
  const child = start(command, args, options);
  try {
    return await (limitMs === undefined ? child.exited : within(limitMs, command, child.exited));
  } finally {
    await end(child);
  }
}

/** Runs a command silently; if it fails, the error holds what it printed. */
export async function quietly(command, args, { limitMs, ...options } = {}) {
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (printed += String(chunk)));
  }
  try {
    const code = await within(limitMs, command, child.exited);
    if (code !== 0) throw new Error(`exit code ${code}`);
  } catch (error) {
    const said = `\`${[command, ...args].join(' ')}\` failed: ${error.message}\n${printed}`;
    throw new Error(said, { cause: error });
  } finally {
    await end(child);
  }
}

/** Like `run`, but a failure is an error. */
export async function succeed(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0)
    throw new Error(`\`${[command, ...args].join(' ')}\` failed (exit code ${code}).`);
}

/** Runs npm silently: the very one that started this script, where there is one. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? quietly(process.execPath, [cli, ...args], options)
    : quietly('npm', args, options);
}

const endAll = () => Promise.all([...leaders].map(end));

// Children in groups of their own do not see the terminal's Ctrl-C: it is ours to pass on. Each is
// asked first, because it may be one of these scripts and have groups of its own.
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
for (const [signal, code] of Object.entries(signals)) {
  process.once(signal, () => {
    endAll().finally(() => process.exit(code));
  });
}
process.on('exit', () => {
  for (const leader of leaders) signalGroup(leader, 'SIGKILL');
});
