import { spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The processes that this script has started and not ended. Each leads a process group of its own. */
const leaders = new Set();

/** A group gets this time to end by itself before it is killed. */
const graceMs = 3000;

const pollMs = 50;

/** Signals a leader and its group; false if the group has ended. */
function signalGroup(leader, signal) {
  try {
    process.kill(-leader.pid, signal);
    return true;
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
}

/** Starts a command in a process group of its own, which ends with this script at the latest. */
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
  // A caller that awaits `exited` gets its error. Without one, the error must not end this process.
  child.exited.catch(() => {});
  if (child.pid !== undefined) leaders.add(child);
  return child;
}

/** Ends a child and every process that it started. */
export async function end(child) {
  if (!leaders.has(child)) return;
  signalGroup(child, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  // The leader may end before the rest of its group. (Signal 0 only checks for processes.)
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
  // The abort below rejects it.
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

/** Runs a command silently. If it fails, the error contains its output. */
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

/** Runs npm silently. If npm started this script, runs the same npm. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? quietly(process.execPath, [cli, ...args], options)
    : quietly('npm', args, options);
}

const endAll = () => Promise.all([...leaders].map(end));

// Children in groups of their own do not get the terminal's Ctrl-C, so this script ends them. Each gets
// SIGTERM first, since it may be such a script itself and have to end its own groups.
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
for (const [signal, code] of Object.entries(signals)) {
  process.once(signal, () => {
    endAll().finally(() => process.exit(code));
  });
}
process.on('exit', () => {
  for (const leader of leaders) signalGroup(leader, 'SIGKILL');
});
