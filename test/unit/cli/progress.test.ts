import assert from 'node:assert/strict';
import { Progress } from '../../../server/src/cli/progress.ts';

describe('the progress of a command', () => {
  const { isTTY } = process.stderr;
  const { error } = console;
  after(() => {
    Object.assign(process.stderr, { isTTY });
    Object.assign(console, { error });
    // The method of the prototype is there again.
    Reflect.deleteProperty(performance, 'now');
  });

  it('is a line every ten seconds if the error stream is no terminal', () => {
    const lines: string[] = [];
    let time = 0;
    Object.assign(process.stderr, { isTTY: false });
    Object.assign(console, { error: (line: string) => lines.push(line) });
    Object.assign(performance, { now: () => time });
    const progress = new Progress('Explaining', 241);
    for (let done = 1; done <= 60; done++) {
      time += 400;
      progress.update(done);
      progress.hide();
    }
    progress.end();
    assert.deepEqual(lines, [
      'Explaining: 25 of 241 after 10 s',
      'Explaining: 50 of 241 after 20 s',
    ]);
  });
});
