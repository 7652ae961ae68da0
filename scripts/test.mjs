// Every test: node scripts/test.mjs [--only unit|editor|browser|vsix|package]
// --quick runs most unit tests, with few cases of each property. --thorough N runs all unit tests,
// with N times the full number of cases of each brute-force check.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { setUp } from './lib/setup.mjs';
import { suites } from './lib/suites.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    thorough: { type: 'string' },
  },
});
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
async function runSuite(name) {
  console.log(`\n── ${name} ──`);
  try {
    const { passes, failures } = await suites[name](
      name === 'unit' ? { isQuick: options.quick } : undefined,
    );
    if (passes + failures === 0) throw new Error('It holds no test.');
    return { name, passes, failures };
  } catch (error) {
    console.error(error.message);
    return { name, passes: 0, failures: 1, reason: error.message };
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
    return [{ name: 'set-up', passes: 0, failures: 1, reason: error.message }];
  }
  const results = [];
  for (const name of chosen) results.push(await runSuite(name));
  return results;
}

const results = await runAll();
const total = (count) => results.reduce((sum, result) => sum + result[count], 0);
console.log(`\n${results.map(summary).join('\n')}\n`);
process.exitCode = total('failures') === 0 ? 0 : 1;
console.log(`${total('passes')} passed, ${total('failures')} failed`);
