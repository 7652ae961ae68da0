// docs/mutants.md: the share of mutants that the tests notice, and the reasons why others survive.
import { readdirSync, readFileSync } from 'node:fs';
import { isAlive, mutantsOf, scoreOf, shareOf } from './mutant-results.mjs';
import { inProject } from './paths.mjs';

/** The folders of the page, each with the least score that it must have, in %. */
const folders = [
  { path: 'server/src/bag', least: 85 },
  { path: 'server/src/problem', least: 85 },
  { path: 'server/src/scoring', least: 85 },
  { path: 'server/src/search', least: 85 },
  { path: 'server/src/lm', least: 80 },
  { path: 'server/src/language/tree', least: 75 },
  { path: 'server/src/language/checks', least: 75 },
];
/** In these folders each survivor is listed with its reason. */
const engine = folders.filter(({ path }) => !path.startsWith('server/src/language'));

/** Why a mutant may live: [{ file, line, mutants: [line as mutated, …], reason }]. */
export function readReasons() {
  return JSON.parse(readFileSync(inProject('test/mutants.json'), 'utf8'));
}

/** The reason why a mutant may live; null if there is none. */
export function reasonOf({ file, line, mutated }, reasons) {
  const found = reasons.find(
    (one) => one.file === file && one.line === line && one.mutants.includes(mutated),
  );
  return found?.reason ?? null;
}

/** The table of the folders with results. */
export function scoreTable(results) {
  const rows = folders.flatMap(({ path, least }) => {
    const mutants = mutantsOf(results, [path]);
    if (mutants.length === 0) return [];
    const count = (status) => mutants.filter((mutant) => mutant.status === status).length;
    const cells = [
      ...[`\`${path}\``, `${Math.round(100 * shareOf(results, [path]))} %`, mutants.length],
      ...[count('Killed'), count('Timeout')],
      ...[count('Survived'), count('NoCoverage'), scoreOf(mutants).toFixed(1), least],
    ];
    return [`| ${cells.join(' | ')} |`];
  });
  return [
    '| folder | drawn | mutants | killed | out of time | survived | not reached | score, % | at least |',
    `| --- |${' ---: |'.repeat(8)}`,
    ...rows,
  ].join('\n');
}

/** The folders within the tested ones that have no results. */
function untested(results) {
  return folders.flatMap(({ path }) => {
    if (mutantsOf(results, [path]).length === 0) return [];
    const lacking = readdirSync(inProject(path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .filter(({ name }) => mutantsOf(results, [`${path}/${name}`]).length === 0)
      .map(({ name }) => `\`${name}\``);
    return lacking.length === 0 ? [] : [`Not tested in \`${path}\`: ${lacking.join(', ')}.`, ''];
  });
}

/** The whole page. */
export function mutantPage(results) {
  const reasons = readReasons();
  const sections = engine.flatMap(({ path }) => {
    const survivors = mutantsOf(results, [path]).filter(({ status }) => isAlive(status));
    if (survivors.length === 0) return [];
    const rows = survivors.map((mutant) => {
      const { file, start, line, mutated } = mutant;
      const place = `${file.slice(path.length + 1)}:${start.line}`;
      const reason = reasonOf(mutant, reasons) ?? '**not looked at**';
      return `| ${place} | ${code(line)} | ${code(mutated)} | ${reason} |`;
    });
    return [
      `## \`${path}\``,
      '',
      '| place | code | mutant | why it lives |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ];
  });
  return [
    '# Mutants',
    '',
    'Printed by `npm run mutants`. Stryker makes one small change (a mutant) to the code at a time, and runs the unit',
    'tests that reach the place. A mutant survives if no test fails. The score is the share of mutants that do not survive;',
    'a mutant that runs out of time counts as noticed. Code that runs only while a file is loaded, such as tables and',
    'constants, is not changed. There are some ten thousand mutants, so the run draws a share of them at random (`--share`),',
    'the same each time. If survivors were tried again after tests were added (`--again`), all mutants of their places count',
    'too. `npm run mutants -- PATHS` tests the mutants of a folder or file;',
    '[`test/mutants.json`](../test/mutants.json) has the reasons why survivors may live.',
    '',
    scoreTable(results),
    '',
    ...untested(results),
    ...sections,
  ].join('\n');
}

/** A line of code for the cell of a table. */
function code(line) {
  const cell = line.replaceAll('\n', ' ').replaceAll('|', '\\|');
  return cell.includes('`') ? `\`\` ${cell} \`\`` : `\`${cell}\``;
}
