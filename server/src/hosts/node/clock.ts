import { isMainThread } from 'node:worker_threads';

interface CpuTime {
  /** Microseconds. */
  readonly user: number;
  readonly system: number;
}

/** Node 23.9 and later. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage?: () => CpuTime };

/** Wall time in milliseconds, from an arbitrary moment. */
export function wallMs(): number {
  return performance.now();
}

/**
 * CPU milliseconds so far. In the main thread this is the time of the process, with the compiler and
 * the garbage collector. In a worker it is the time of the thread, since other threads search too. If
 * Node cannot measure it, it is wall time, which is never less.
 */
export function cpuMs(): number {
  const usage = isMainThread ? process.cpuUsage() : threadCpuUsage?.();
  return usage === undefined ? wallMs() : (usage.user + usage.system) / 1000;
}
