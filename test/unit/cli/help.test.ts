import assert from 'node:assert/strict';
import { bowlineProgram, withoutUnknownHelp } from '../../../server/src/cli/program.ts';
import { commandsOf, examplesOf } from './help-examples.ts';

describe('the help of bowline', () => {
  for (const [name, command] of commandsOf(bowlineProgram(), '')) {
    it(`has two examples of bowline ${name}`.trim(), () => {
      const examples = examplesOf(command);
      assert.equal(examples.length, 2);
      for (const example of examples) {
        const words = example.replace(/ > .*/, '').split(' ');
        const program = bowlineProgram();
        const ran: string[] = [];
        for (const [path, one] of commandsOf(program, '')) {
          one.exitOverride().configureOutput({ writeErr: () => undefined });
          if (one.commands.length === 0) one.action(() => void ran.push(path));
        }
        assert.doesNotThrow(() => program.parse(words, { from: 'user' }), example);
        assert.ok(ran.length === 1 && ran[0].startsWith(name), example);
      }
    });
  }

  it('is refused of a name that is no command', () => {
    const known = (...args: string[]) => withoutUnknownHelp(bowlineProgram(), args);
    assert.deepEqual(known('dance', '--help'), ['dance']);
    assert.deepEqual(known('ccg', 'dance', '--help'), ['ccg', 'dance']);
    for (const args of [
      ['--help'],
      ['help', 'realize'],
      ['export', '--help'],
      ['lm', '--help'],
      ['lm', 'build', '--help'],
      ['explain', 'a.bow', '--bag', 'b'],
    ]) {
      assert.deepEqual(known(...args), args);
    }
  });
});
