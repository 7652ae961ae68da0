// Loaded into a server before its own code: tells the process that started it what its heap holds, in bytes,
// after a garbage collection if that is asked for. Needs --expose-gc.
const { isMainThread } = require('node:worker_threads');
const process = require('node:process');

if (isMainThread && process.channel !== undefined) {
  process.on('message', (collects) => {
    if (collects) globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    process.send(heapUsed + external);
  });
  // It does not keep the server alive.
  process.channel.unref();
}
