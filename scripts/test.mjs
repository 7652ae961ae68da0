// Every test: node scripts/test.mjs [--only unit|editor|browser|vsix|package] [--grep TEXT]
// --grep runs only tests with TEXT, a regular expression, in their full names.
// --quick runs the unit tests but those of the command line, the language server, threads and training, with few cases
// of each property. --thorough N runs all unit tests, with N times the full number of cases of each brute-force check.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inProject } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';
import { suites } from './lib/suites.mjs';

function parsed() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        grep: { type: 'string' },
        quick: { type: 'boolean', default: false },
        thorough: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    const [sentence] = error.message.split('. ');
    console.error(
      `${sentence}. The options are --only SUITE, --grep TEXT, --quick and --thorough N.`,
    );
    return process.exit(2);
  }
}

const options = parsed();
const besideUnit = ['editor', 'browser'];
const isOfUnits = options.quick || options.thorough !== undefined;
const given = [options.quick || undefined, options.thorough, options.only];
if (given.filter((option) => option !== undefined).length > 1) {
  console.error('Choose one of --only, --quick and --thorough.');
  process.exit(2);
}
if (options.thorough !== undefined && !(Number(options.thorough) > 0)) {
  console.error('--thorough takes a number above 0, as in --thorough 1.');
  process.exit(2);
}
const chosen = isOfUnits ? ['unit'] : (options.only ?? Object.keys(suites));
if (options.quick) process.env.BOWLINE_PROPERTY_MS ??= '20';
if (options.thorough !== undefined) process.env.BOWLINE_THOROUGH = options.thorough;
const unknown = chosen.find((name) => !Object.hasOwn(suites, name));
if (unknown !== undefined) {
  console.error(`No suite is called ${unknown}; there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

/** A suite that could not run counts as one failure, so that it does not look green. */
async function runSuite(name, { log } = {}) {
  if (log === undefined) console.log(`\n── ${name} ──`);
  try {
    const { grep, quick } = options;
    const { passes, failures, failed } = await suites[name]({ grep, isQuick: quick, log });
    if (passes + failures === 0 && grep === undefined) throw new Error('It holds no test.');
    return { name, passes, failures, failed };
  } catch (error) {
    console.error(error.message);
    return { name, passes: 0, failures: 1, failed: [], reason: error.message };
  }
}

function summary({ name, passes, failures, reason }) {
  return reason === undefined
    ? `${name}: ${passes} passed, ${failures} failed`
    : `${name}: could not run. ${reason}`;
}

async function runAll() {
  try {
    await setUp();
  } catch (error) {
    return [{ name: 'set-up', passes: 0, failures: 1, failed: [], reason: error.message }];
  }
  if (!chosen.includes('unit') || chosen.length === 1) return runInTurn(chosen);
  // The tests in a browser mostly wait, so the unit tests run beside them. The other suites replace the
  // build that unit tests run.
  const log = inProject('dist/test/unit.log');
  const unit = runSuite('unit', { log });
  const beside = await runInTurn(chosen.filter((name) => besideUnit.includes(name)));
  const result = await unit;
  console.log(`\n── unit ──\n${readFileSync(log, 'utf8')}`);
  const after = chosen.filter((name) => name !== 'unit' && !besideUnit.includes(name));
  return [result, ...beside, ...(await runInTurn(after))];
}

async function runInTurn(names) {
  const results = [];
  for (const name of names) results.push(await runSuite(name));
  return results;
}

const results = await runAll();
const total = (count) => results.reduce((sum, result) => sum + result[count], 0);
for (const { name, failed } of results) {
  for (const test of failed) console.log(`\nFailed in ${name}: ${test}`);
}
console.log(`\n${results.map(summary).join('\n')}\n`);
const hasNone = total('passes') + total('failures') === 0;
if (hasNone) console.error(`No test has ${JSON.stringify(options.grep)} in its name.`);
process.exitCode = total('failures') === 0 && !hasNone ? 0 : 1;
console.log(`${total('passes')} passed, ${total('failures')} failed`);
