// Mocha loads it where mutants are tested: the same examples for each of them, and no search for the smallest
// one that fails. A property ends after a while: most mutants fail by then, and each survivor runs all tests.
import { createRequire } from 'node:module';
import process from 'node:process';
import fastCheck from 'fast-check';

// Which of its two builds a test gets depends on how the test is loaded.
for (const fc of [fastCheck, createRequire(import.meta.url)('fast-check')]) {
  fc.configureGlobal({
    ...fc.readConfigureGlobal(),
    seed: 1,
    endOnFailure: true,
    interruptAfterTimeLimit: Number(process.env.BOWLINE_PROPERTY_MS),
  });
}
