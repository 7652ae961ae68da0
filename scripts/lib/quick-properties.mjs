// Mocha loads this file for quick runs and for mutants. Each run tries the same cases, does not look for the
// smallest case that fails, and ends a property after BOWLINE_PROPERTY_MS.
import { createRequire } from 'node:module';
import process from 'node:process';
import fastCheck from 'fast-check';

// fast-check has two builds. The loader of a test decides which one the test gets.
for (const fc of [fastCheck, createRequire(import.meta.url)('fast-check')]) {
  fc.configureGlobal({
    ...fc.readConfigureGlobal(),
    seed: 1,
    endOnFailure: true,
    interruptAfterTimeLimit: Number(process.env.BOWLINE_PROPERTY_MS),
  });
}
