import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const reasons = JSON.parse(readFileSync(new URL('test/mutants.json', root), 'utf8')) as {
  readonly file: string;
  readonly line: string;
}[];

describe('the reasons why mutants survive', () => {
  it('are each of a line that is in its file', () => {
    const stale = reasons.filter(
      ({ file, line }) => !readFileSync(new URL(file, root), 'utf8').includes(line),
    );
    assert.deepEqual(stale, []);
  });
});
