import assert from 'node:assert/strict';
import type { Command } from 'commander';
import { bowlineProgram, withoutUnknownHelp } from '../../../server/src/cli/program.ts';

/** Every command with its name after `bowline`. */
function commandsOf(command: Command, name: string): [string, Command][] {
  return [
    [name, command],
    ...command.commands.flatMap((one) => commandsOf(one, `${name} ${one.name()}`.trim())),
  ];
}

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

describe('the help of bowline', () => {
  for (const [name, command] of commandsOf(bowlineProgram(), '')) {
    it(`has two examples of bowline ${name}`.trim(), () => {
      const examples = [...helpOf(command).matchAll(/^ {2}\$ bowline (.*)$/gm)];
      assert.equal(examples.length, 2);
      for (const [, example] of examples) {
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
