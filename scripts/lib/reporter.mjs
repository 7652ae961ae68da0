import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Mocha's usual report on the terminal, and the counts and failures in the file named by `report`. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const failed = [];
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      failed.push(`${test.fullTitle()}: ${error.message}`);
    });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures } = this.stats;
      writeFileSync(options.reporterOptions.report, JSON.stringify({ passes, failures, failed }));
    });
  }
}
