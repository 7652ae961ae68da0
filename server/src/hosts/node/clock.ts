import { isMainThread } from 'node:worker_threads';

interface CpuTime {
  /** Microseconds. */
  readonly user: number;
  readonly system: number;
}

/** Node 23.9 and later. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage?: () => CpuTime };

/** Wall time in milliseconds, from some moment on. */
export function wallMs(): number {
  return performance.now();
}

/**
 * CPU milliseconds so far. In the main thread they are the whole process's, the compiler's and the
 * garbage collector's included. In a worker they are the thread's own, since other threads of the
 * process search as well; where Node cannot measure them, wall time stands in, which is never less.
 */
export function cpuMs(): number {
  const usage = isMainThread ? process.cpuUsage() : threadCpuUsage?.();
  return usage === undefined ? wallMs() : (usage.user + usage.system) / 1000;
}
