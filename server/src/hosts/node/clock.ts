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
 * CPU milliseconds so far. In the main thread they are the whole process's, which is what a search
 * there costs with the compiler and the garbage collector at its side. In a worker they are the
 * thread's own, for the process has other threads that search; where Node cannot tell them, wall
 * time stands in, which is never less.
 */
export function cpuMs(): number {
  const usage = isMainThread ? process.cpuUsage() : threadCpuUsage?.();
  return usage === undefined ? wallMs() : (usage.user + usage.system) / 1000;
}
