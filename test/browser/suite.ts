import { Workbench } from './workbench.ts';

/** The workbench of all browser tests: to start one takes longer than most tests. */
export let workbench: Workbench;

let starting: Promise<Workbench> | null = null;

// Outside every `describe`: after the last test of the last file.
after(() => starting?.then((started) => started.end()));

/** Tests in the workbench. Files that they write are gone after the last one. */
export function describeInWorkbench(title: string, tests: () => void): void {
  describe(title, () => {
    before(async () => {
      workbench = await (starting ??= Workbench.start());
    });
    afterEach(async function () {
      await workbench.pictureOf(this.currentTest);
    });
    tests();
    after(() => workbench.restoreFiles());
  });
}
