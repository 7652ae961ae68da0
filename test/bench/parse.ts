/**
 * Times parsing and checking a large file, at once and after single key presses, and files of 1 MB
 * that ask for as much work as a text can.
 *
 *     npx tsx --expose-gc test/bench/parse.ts [BAGS]
 */
import { check } from '../../server/src/language/checks/check.ts';
import { parse, reparse } from '../../server/src/language/tree/parser.ts';
import { Random } from '../../server/src/util/random.ts';
import { knowledge } from '../unit/language/fixture.ts';
import { hostileTexts } from '../unit/language/hostile.ts';
import { largeFile } from './large-file.ts';
import { cpuMs, report, reportHeader } from './report.ts';
import { withoutModel } from '../unit/support/check-options.ts';

const bags = Number(process.argv[2] ?? 20_000);
const edits = 1000;
const random = new Random(1);

function heapMB(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const text = largeFile(bags);
const options = withoutModel;
const parses: number[] = [];
const checks: number[] = [];
const before = heapMB();
let file = parse('');
for (let run = 0; run < 5; run++) {
  const start = cpuMs();
  file = parse(text);
  const parsed = cpuMs();
  check(file, options).diagnostics();
  parses.push(parsed - start);
  checks.push(cpuMs() - parsed);
}
const fileMB = heapMB() - before;

const reparses: number[] = [];
const rechecks: number[] = [];
const insertions = ['x', ' ', '\n', '{', '"', '}'];
for (let i = 0; i < edits; i++) {
  const place = random.below(file.text.length);
  // A letter typed, or one deleted.
  const oldEnd = i % 3 === 2 ? place + 1 : place;
  const inserted = i % 3 === 2 ? '' : insertions[random.below(insertions.length)];
  const next = file.text.slice(0, place) + inserted + file.text.slice(oldEnd);
  // The engine joins the pieces when a character is first read: the editor's work, not the parser's.
  next.charCodeAt(0);
  const start = performance.now();
  file = reparse(file, next, { start: place, oldEnd, newEnd: place + inserted.length });
  const parsed = performance.now();
  check(file, options).diagnostics(1000);
  reparses.push(parsed - start);
  rechecks.push(performance.now() - parsed);
}

reportHeader(`${bags} bags, ${(text.length / 1e6).toFixed(1)} MB, heap ${fileMB.toFixed(0)} MB`);
report('parse, from scratch (CPU)', parses);
report('check, from scratch (CPU)', checks);
report('parse again after an edit', reparses);
report('check again after an edit', rechecks);

console.log();
reportHeader('parse and check (CPU)');
for (const [what, hostile] of hostileTexts(1_000_000)) {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const start = cpuMs();
    check(parse(hostile), { ...withoutModel, maxWords: 500, knowledge }).diagnostics();
    times.push(cpuMs() - start);
  }
  report(`1 MB of ${what}`, times);
}
