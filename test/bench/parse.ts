/**
 * Times parsing and checking a file of 20,000 bags, at once and after single key presses.
 *
 *     npx tsx --expose-gc test/bench/parse.ts [BAGS]
 */
import { check } from '../../server/src/language/check.ts';
import { parse, reparse } from '../../server/src/language/parser.ts';

const bags = Number(process.argv[2] ?? 20_000);
const edits = 1000;

/** A bag of about 450 characters, different in each place. */
function bagText(i: number): string {
  return `# Number ${i}
bag figure-${i} {
  words:
    "Dr. Talcott"/NNP led/VBD "a team"/NN of#1/IN of#2/IN "Harvard University" researchers/NNS
    who/WP studied/VBD|VBN the/DT effects/NNS number-${i} on/IN climate/NN change/NN .
  deps:
    led -> "Dr. Talcott" "a team" .
    "a team" -> of#1 -> researchers -> of#2 -> "Harvard University"
    led -nsubj-> "Dr. Talcott"
    root -> led
    researchers -> studied -> who effects
    effects -> the on
    change -compound-> climate
}

`;
}

/** The same sequence on every run. */
let state = 12345;
function random(limit: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

function report(name: string, times: number[]): void {
  times.sort((a, b) => a - b);
  const at = (share: number): string =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(3);
  console.log(`${name.padEnd(34)} median ${at(0.5)} ms   95th ${at(0.95)} ms   most ${at(1)} ms`);
}

/** CPU time so far, in milliseconds: unlike wall time it hardly depends on a busy machine. */
function cpu(): number {
  return process.cpuUsage().user / 1000;
}

/** A fixed amount of work, to compare machines and moments by. */
function calibrate(): void {
  const start = cpu();
  let x = 0;
  for (let i = 0; i < 3e8; i++) x = (Math.imul(x, 31) + i) | 0;
  console.log(`calibration loop ${(cpu() - start).toFixed(0)} ms of CPU (${x})`);
}

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const text = 'language: en\n\n' + Array.from({ length: bags }, (_, i) => bagText(i)).join('');
calibrate();
console.log(`${bags} bags, ${(text.length / 1e6).toFixed(1)} MB`);

const options = { maxWords: 100, knowledge: null };
const fresh: number[] = [];
const checks: number[] = [];
const before = memory();
let file = parse('');
for (let run = 0; run < 5; run++) {
  const start = cpu();
  file = parse(text);
  const parsed = cpu();
  check(file, options);
  fresh.push(parsed - start);
  checks.push(cpu() - parsed);
}
report('parse (CPU)', fresh);
report('check (CPU)', checks);
console.log(`heap of the tree and its checks       ${(memory() - before).toFixed(0)} MB`);

const join: number[] = [];
const times: number[] = [];
const rechecks: number[] = [];
const insertions = ['x', ' ', '\n', '{', '"', '}'];
for (let i = 0; i < edits; i++) {
  const place = random(file.text.length);
  const insert = insertions[random(insertions.length)];
  // A letter typed, or one deleted again.
  const oldEnd = i % 3 === 2 ? place + 1 : place;
  const newText = i % 3 === 2 ? '' : insert;
  const start = performance.now();
  const next = file.text.slice(0, place) + newText + file.text.slice(oldEnd);
  // The engine joins the pieces when a character is first read: the editor's work, not the parser's.
  next.charCodeAt(0);
  const joined = performance.now();
  file = reparse(file, next, { start: place, oldEnd, newEnd: place + newText.length });
  const parsed = performance.now();
  check(file, options, 1000);
  join.push(joined - start);
  times.push(parsed - joined);
  rechecks.push(performance.now() - parsed);
}
report('joining the text of an edit', join);
report('reparse', times);
report('check after it', rechecks);
console.log(`heap after ${edits} edits                  ${(memory() - before).toFixed(0)} MB`);
