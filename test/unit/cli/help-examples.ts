import type { Command } from 'commander';

/** Every command with its name after `bowline`. */
export function commandsOf(command: Command, name: string): [string, Command][] {
  return [
    [name, command],
    ...command.commands.flatMap((one) => commandsOf(one, `${name} ${one.name()}`.trim())),
  ];
}

/** The examples in the help of a command, each without `bowline`. */
export function examplesOf(command: Command): string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return [...help.matchAll(/^ {2}\$ bowline (.*)$/gm)].map(([, example]) => example);
}
