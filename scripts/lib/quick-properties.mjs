// Mocha loads this file for quick runs and for mutants. Each run tries the same cases, does not look for the smallest
// case that fails, and ends a property after BOWLINE_PROPERTY_MS. A test passes there: what it asserts afterwards,
// such as that cases of every kind came, is true only of a whole run.
import { createRequire } from 'node:module';
import process from 'node:process';
import fastCheck from 'fast-check';

class Interrupted extends Error {}

// fast-check has two builds. The loader of a test decides which one the test gets.
for (const fc of [fastCheck, createRequire(import.meta.url)('fast-check')]) {
  fc.configureGlobal({
    ...fc.readConfigureGlobal(),
    seed: 1,
    endOnFailure: true,
    interruptAfterTimeLimit: Number(process.env.BOWLINE_PROPERTY_MS),
    reporter: (details) => {
      const hasFailed = details.failed && details.counterexample !== null;
      if (hasFailed)
        throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
      if (details.interrupted) throw new Interrupted();
      if (details.failed) throw new Error(fc.defaultReportMessage(details));
    },
  });
}

export const mochaHooks = {
  beforeEach() {
    const { currentTest: test } = this;
    const { fn } = test;
    // The code of mutants is slow, and the mutation tool limits its time itself.
    if (process.env.BOWLINE_MUTANT_SHARE !== undefined) test.timeout(0);
    const end = (error) => {
      if (!(error instanceof Interrupted)) throw error;
    };
    test.fn = function () {
      try {
        const result = fn.call(this);
        return result instanceof Promise ? result.catch(end) : result;
      } catch (error) {
        return end(error);
      }
    };
  },
};
