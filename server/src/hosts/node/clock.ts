import { isMainThread } from 'node:worker_threads';

interface CpuTime {
  /** CPU microseconds in user code and in the kernel. */
  readonly user: number;
  readonly system: number;
}

/** CPU time of this thread; undefined before Node 23.9. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage?: () => CpuTime };

/** Milliseconds of wall time since an arbitrary moment. */
export function wallMs(): number {
  return performance.now();
}

/**
 * The CPU milliseconds so far. In the main thread, this is the time of the whole process with its
 * compiler and garbage collector. In a worker, it is the time of the worker's thread alone. If Node
 * cannot measure CPU time, returns wall time, which is at least as long.
 */
export function cpuMs(): number {
  const usage = isMainThread ? process.cpuUsage() : threadCpuUsage?.();
  return usage === undefined ? wallMs() : (usage.user + usage.system) / 1000;
}
