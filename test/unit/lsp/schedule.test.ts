import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TimedRealized } from '../../../server/src/realize/realizers.ts';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import type { RealizeJob } from '../../../server/src/hosts/messages.ts';
import { estimateBytes, ResultCache } from '../../../server/src/lsp/cache.ts';
import { BowDocument } from '../../../server/src/lsp/document.ts';
import { Log } from '../../../server/src/lsp/log.ts';
import type { Workload } from '../../../server/src/lsp/workload.ts';
import { maxBagsUnasked, Scheduler } from '../../../server/src/lsp/schedule.ts';
import { readSettings } from '../../../server/src/lsp/settings.ts';
import type { Settings } from '../../../server/src/lsp/settings.ts';
import { Cancelled } from '../../../server/src/hosts/pool.ts';
import { withoutModel } from '../support/check-options.ts';

const uri = 'file:///a.bow';
const other = 'file:///b.bow';
const bag = (name: string, expect = ''): string =>
  `bag ${name} {\n  words: ${name} .\n${expect && `  expect: ${expect}\n`}}\n`;

interface Search {
  readonly words: string;
  /** What its file chooses. */
  readonly choice: string | undefined;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
  readonly signal: AbortSignal;
}

const result = (text: string): TimedRealized => ({
  status: 'complete',
  search: 'arc-standard',
  message: null,
  realizations: [{ text, display: text, score: 0, tokens: [], transitions: [] }],
  isAll: false,
  isProven: false,
  ...{ wallMs: 0, cpuMs: 0 },
});

/** A scheduler whose searches end when the test says so. */
class Bench {
  readonly documents = new Map<string, BowDocument>();
  /** Everything that was started, in order, by first word. */
  readonly started: string[] = [];
  readonly searches: Search[] = [];
  readonly work: Workload[] = [];
  /** The names of bags that have a result, as they were told. */
  readonly realized: (string | null)[] = [];
  readonly scheduler: Scheduler;
  settings: Settings = readSettings(null);
  model = true;

  constructor(text: string, size = 1, cache = new ResultCache()) {
    this.documents.set(uri, new BowDocument(uri, 'bow', 1, text));
    const pool = {
      size,
      idleJobs: 0,
      realize: ({ bag: { words }, options }: RealizeJob, { signal }: { signal: AbortSignal }) =>
        new Promise<TimedRealized>((resolve, reject) => {
          const text = words.map(({ form }) => form).join(' ');
          this.started.push(words[0].form);
          const remove = (): void => {
            this.searches.splice(this.searches.indexOf(search), 1);
          };
          const search: Search = {
            words: text,
            choice: options.search,
            signal,
            end: () => {
              remove();
              resolve(result(text));
            },
            fail: (error) => {
              remove();
              reject(error);
            },
          };
          this.searches.push(search);
          signal.addEventListener('abort', () => search.fail(new Cancelled()));
        }),
      explain: () => Promise.resolve('Nothing is explained here.'),
      trace: () => Promise.resolve('Nothing is traced here.'),
      survey: () => Promise.resolve('Nothing is surveyed here.'),
    };
    this.scheduler = new Scheduler(
      {
        host: nodeHost,
        log: new Log({ info: () => undefined, error: () => undefined }),
        documents: this.documents,
        settings: () => this.settings,
        checks: () => withoutModel,
        searches: () => (this.model ? { pool, generation: 1 } : null),
        onProgress: () => undefined,
        onRealized: (_, nodes) => this.realized.push(...[...nodes].map(({ name }) => name)),
        onWork: (work) => this.work.push(work),
      },
      cache,
    );
  }

  get document(): BowDocument {
    return this.documents.get(uri)!;
  }

  look(cursor: number, first = cursor, last = cursor, pinned: readonly string[] = []): void {
    this.scheduler.view = {
      active: { uri, cursor: { line: cursor, character: 0 } },
      visible: [{ uri, first, last }],
      panel: false,
      pinned: pinned.map((name) => ({ uri, bag: name })),
      hidden: [],
    };
  }

  /** Replaces the first occurrence of a text. */
  edit(old: string, text: string): void {
    const at = this.document.file.text.indexOf(old);
    const { positions } = this.document;
    const range = { start: positions.positionAt(at), end: positions.positionAt(at + old.length) };
    this.document.update([{ range, text }], this.document.version + 1);
    this.scheduler.changed(uri);
  }

  /** Ends searches until there are none. */
  async finish(): Promise<void> {
    do {
      for (const search of [...this.searches]) search.end();
      for (let i = 0; i < 5; i++) await nextTurn();
    } while (this.searches.length > 0);
  }

  stateOf(index: number, file = uri): string {
    return this.scheduler.stateOf(file, this.documents.get(file)!.file.bags[index]).kind;
  }
}

describe('the scheduler', () => {
  const five = ['a', 'b', 'c'].map((name) => bag(name)).join('') + bag('d', 'd .') + bag('e');

  it('searches as the file sets, and anew once it sets another search', async () => {
    const bench = new Bench(`search: bottom-up\n${bag('a')}`);
    bench.scheduler.realizeFile(uri);
    assert.equal(bench.searches[0].choice, 'bottom-up');
    const { signal } = bench.searches[0];
    bench.edit('bottom-up', 'arc-standard');
    assert.ok(signal.aborted);
    await nextTurn();
    assert.equal(bench.searches[0].choice, 'arc-standard');
    await bench.finish();
    assert.equal(bench.stateOf(0), 'done');
    bench.edit('arc-standard', 'beam');
    assert.notEqual(bench.stateOf(0), 'done');
  });

  it('realizes the bag at the cursor, the visible ones, those with expectations, then the rest', async () => {
    const bench = new Bench(five);
    bench.look(7, 3, 8); // The cursor is in c, and b and c are on the screen.
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.deepEqual(bench.started, ['c', 'b', 'd', 'a', 'e']);
  });

  it('turns to the cursor’s bag as soon as a worker is free', async () => {
    const bench = new Bench(five);
    bench.scheduler.realizeFile(uri);
    assert.deepEqual(bench.started, ['d']);
    bench.look(13);
    await bench.finish();
    assert.deepEqual(bench.started.slice(0, 2), ['d', 'e']);
  });

  it('keeps as many searches going as there are workers, and no more', async () => {
    const bench = new Bench(five, 3);
    /** Some turns: a slow machine may need more than one to begin what it may. */
    const turns = async (): Promise<void> => {
      for (let i = 0; i < 50; i++) await nextTurn();
    };
    bench.scheduler.realizeFile(uri);
    await turns();
    assert.equal(bench.searches.length, 3);
    assert.equal(bench.started.length, 3);
    bench.searches[0].end();
    await turns();
    assert.equal(bench.searches.length, 3);
    assert.equal(bench.started.length, 4);
    await bench.finish();
  });

  it('realizes a bag once: a second save finds it in the cache', async () => {
    const bench = new Bench(five);
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    bench.edit('words: b', 'words: bb');
    bench.edit('bag a', 'bag first');
    bench.edit('expect: d', 'expect:   d');
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.deepEqual(bench.started.slice(5), ['bb']);
    bench.edit('words: bb', 'words: b');
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.equal(bench.started.length, 6, 'an edit undone finds its result again');
  });

  it('realizes equal bags once', async () => {
    const bench = new Bench('bag a {\n  words: x y\n}\nbag b {\n  words: x y\n}\n', 2);
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.deepEqual(bench.started, ['x']);
    assert.deepEqual([bench.stateOf(0), bench.stateOf(1)], ['done', 'done']);
  });

  const equal = 'bag a {\n  words: x y\n}\nbag b {\n  words: x y\n}\n';

  it('tells of every bag that has a result, also where an equal one had it before', async () => {
    for (const size of [1, 2]) {
      const bench = new Bench(`${equal}${bag('c')}`, size);
      bench.scheduler.realizeFile(uri);
      await bench.finish();
      assert.deepEqual(bench.realized.sort(), ['a', 'b', 'c']);
    }
  });

  it('keeps what was found elsewhere as if it had searched for it', async () => {
    const bench = new Bench(bag('a') + bag('b'));
    const [a] = bench.document.file.bags;
    bench.scheduler.keep(uri, a, result('found'));
    assert.deepEqual(bench.realized, ['a']);
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.deepEqual(bench.started, ['b']);
    const state = bench.scheduler.stateOf(uri, a);
    assert.equal(state.kind === 'done' && state.realized.realizations[0].text, 'found');
  });

  it('keeps what was found elsewhere apart from what it searches wider for', async () => {
    const bench = new Bench(bag('a'));
    const [a] = bench.document.file.bags;
    const best = (): string | false => {
      const state = bench.scheduler.stateOf(uri, a);
      return state.kind === 'done' && state.realized.realizations[0].text;
    };
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    bench.scheduler.searchFurther(uri, 0, null);
    bench.scheduler.keep(uri, a, result('found'));
    assert.equal(bench.stateOf(0), 'working');
    await bench.finish();
    assert.equal(best(), 'a .');
  });

  it('stays with the list of before where a wider search fails, and can try again', async () => {
    const bench = new Bench(bag('a'));
    const [a] = bench.document.file.bags;
    const { scheduler } = bench;
    scheduler.realizeFile(uri);
    await bench.finish();
    scheduler.searchFurther(uri, 0, null);
    assert.equal(scheduler.widthOf(a).beam, 256);
    bench.searches[0].fail(new Error('It broke.'));
    await bench.finish();
    assert.equal(bench.stateOf(0), 'done');
    assert.deepEqual(
      [scheduler.widthOf(a).beam, scheduler.widthOf(a).widerFailure],
      [64, 'It broke.'],
    );
    scheduler.searchFurther(uri, 0, null);
    assert.equal(bench.stateOf(0), 'working');
    await bench.finish();
    assert.equal(bench.stateOf(0), 'done');
    assert.deepEqual([scheduler.widthOf(a).beam, scheduler.widthOf(a).widerFailure], [256, null]);
  });

  it('is searched with the beam that is asked for, and one step less wide after a cancel', () => {
    const bench = new Bench(bag('a'));
    const [a] = bench.document.file.bags;
    const { scheduler } = bench;
    scheduler.searchFurther(uri, 0, null);
    scheduler.searchFurther(uri, 0, 512);
    assert.deepEqual([scheduler.widthOf(a).beam, scheduler.widthOf(a).results], [512, 1000]);
    scheduler.cancel(uri, 0);
    assert.deepEqual([scheduler.widthOf(a).beam, scheduler.widthOf(a).results], [256, 100]);
  });

  it('is no longer cancelled once it is asked for again', async () => {
    const bench = new Bench(bag('a'));
    const { scheduler } = bench;
    const [a] = bench.document.file.bags;
    scheduler.realizeBag(uri, 0);
    scheduler.cancel(uri, 0);
    await bench.finish();
    assert.deepEqual(scheduler.stateOf(uri, a), { kind: 'idle', reason: 'cancelled' });
    scheduler.realizeBag(uri, 0);
    await bench.finish();
    assert.equal(bench.stateOf(0), 'done');
    bench.settings = { ...bench.settings, beam: 8 };
    scheduler.reset();
    assert.deepEqual(scheduler.stateOf(uri, a), { kind: 'idle', reason: 'changed' });
  });

  it('says that a wider search failed where there is no list of before', async () => {
    const bench = new Bench(bag('a'));
    bench.scheduler.searchFurther(uri, 0, null);
    bench.searches[0].fail(new Error('It broke.'));
    await bench.finish();
    assert.equal(bench.stateOf(0), 'failed');
  });

  it('realizes a bag whose equal was being realized when it was edited', async () => {
    const bench = new Bench(equal, 2);
    const batch = bench.scheduler.realizeFile(uri)!;
    bench.edit('x y', 'z y');
    assert.equal(bench.stateOf(1), 'working');
    await bench.finish();
    await batch.finished;
    assert.deepEqual(bench.started, ['x', 'x']);
    assert.equal(bench.stateOf(1), 'done');
    assert.equal(bench.scheduler.working, false);
  });

  it('realizes a bag whose equal was being realized in a file that was closed', async () => {
    const bench = new Bench(bag('a'), 2);
    bench.documents.set(other, new BowDocument(other, 'bow', 1, bag('a')));
    bench.scheduler.realizeFile(uri);
    const batch = bench.scheduler.realizeFile(other)!;
    assert.deepEqual(bench.started, ['a']);
    bench.documents.delete(uri);
    bench.scheduler.drop(uri, 'closed');
    assert.equal(bench.stateOf(0, other), 'working');
    await bench.finish();
    await batch.finished;
    assert.deepEqual(bench.started, ['a', 'a']);
    assert.equal(bench.stateOf(0, other), 'done');
    assert.equal(bench.scheduler.working, false);
  });

  it('starts a bag again at once that was being realized when everything was reset', async () => {
    const bench = new Bench(five, 2);
    bench.scheduler.realizeFile(uri);
    // A slow machine starts the two searches in later slices.
    while (bench.started.length < 2) await nextTurn();
    bench.scheduler.reset();
    const batch = bench.scheduler.realizeFile(uri)!;
    await bench.finish();
    await batch.finished;
    assert.deepEqual(bench.started.slice(2), ['d', 'a', 'b', 'c', 'e']);
    for (let index = 0; index < 5; index++) assert.equal(bench.stateOf(index), 'done');
  });

  it('leaves everything alone after a reset until it is asked for', async () => {
    const bench = new Bench(bag('a'));
    bench.look(1);
    bench.scheduler.realizeFile(uri);
    bench.scheduler.reset();
    bench.settings = { ...bench.settings, realizeOn: 'never', beam: 32 };
    bench.look(1);
    await bench.finish();
    assert.deepEqual(bench.started, ['a']);
    assert.deepEqual(bench.scheduler.stateOf(uri, bench.document.file.bags[0]), {
      kind: 'idle',
      reason: 'never',
    });
  });

  it('misses no bag when others are removed above those that it has come to', async () => {
    const bench = new Bench(['a', 'b', 'c', 'd', 'e'].map((name) => bag(name)).join(''));
    const batch = bench.scheduler.realizeFile(uri)!;
    bench.searches[0].end();
    for (let i = 0; i < 5; i++) await nextTurn();
    assert.deepEqual(bench.started, ['a', 'b']);
    bench.edit(bag('a'), '');
    await bench.finish();
    await batch.finished;
    assert.deepEqual(bench.started, ['a', 'b', 'c', 'd', 'e']);
  });

  it('does not realize what is on the screen again and again where the cache is too small', async () => {
    const size = estimateBytes(result('a .')) + 400; // A result and its key, but no two of them.
    const bench = new Bench(bag('a') + bag('b') + bag('c'), 1, new ResultCache(size));
    bench.look(0, 0, 8);
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.deepEqual(bench.started, ['a', 'b', 'c']);
    assert.deepEqual([bench.stateOf(0), bench.stateOf(2)], ['idle', 'done']);
    bench.look(0);
    await bench.finish();
    assert.deepEqual(bench.started.slice(3), ['a']);
    assert.equal(bench.stateOf(0), 'done');
  });

  it('lists an expected sentence that ranks within the list, without another search', () => {
    const bench = new Bench(bag('a'));
    const rows = ['a .', '. a', '. b'].map((text, i) => ({
      ...result(text).realizations[0],
      score: -i,
    }));
    const found: TimedRealized = {
      ...result('a .'),
      ...{ realizations: [rows[0], rows[2]], displaced: [rows[1]] },
      leftOut: [{ text: '. a', score: -1, rank: 2 }],
    };
    bench.scheduler.keep(uri, bench.document.file.bags[0], found);
    const listed = (): readonly string[] | undefined => {
      const [node] = bench.document.file.bags;
      return bench.scheduler.resultOf(uri, node)?.realizations.map(({ text }) => text);
    };
    assert.deepEqual(listed(), ['a .', '. b']);
    bench.edit(bag('a'), bag('a', '. a'));
    assert.deepEqual(listed(), ['a .', '. a']);
    const state = bench.scheduler.stateOf(uri, bench.document.file.bags[0]);
    if (state.kind !== 'done') assert.fail(state.kind);
    assert.equal(state.realized.realizations[1].text, '. a');
    assert.deepEqual(bench.started, []);
  });

  it('realizes no bag that is broken or not there', async () => {
    const bench = new Bench(bag('a') + 'bag b {\n  words: x\n  deps: x -> y\n}\n');
    for (const index of [1, 2, -1, -2]) bench.scheduler.realizeBag(uri, index);
    await bench.finish();
    assert.deepEqual(bench.started, []);
  });

  it('realizes anew with other options', async () => {
    const bench = new Bench(bag('a'));
    for (const beam of [64, 32, 64]) {
      bench.settings = { ...bench.settings, beam };
      bench.scheduler.realizeFile(uri);
      await bench.finish();
    }
    assert.equal(bench.started.length, 2);
  });

  it('leaves broken bags out', async () => {
    const bench = new Bench(`${bag('a')}bag b {\n  words: x\n  deps: x -> y\n}\n${bag('c')}`);
    const batch = bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.deepEqual(bench.started, ['a', 'c']);
    assert.deepEqual([batch?.done, batch?.total], [2, 2]);
  });

  it('leaves a changed bag alone until it is asked for', async () => {
    const bench = new Bench(bag('a'));
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    bench.look(1);
    bench.edit('words: a', 'words: aa');
    await bench.finish();
    assert.deepEqual(bench.started, ['a']);
    assert.deepEqual(bench.scheduler.stateOf(uri, bench.document.file.bags[0]), {
      kind: 'idle',
      reason: 'changed',
    });
    bench.scheduler.realizeBag(uri, 0);
    assert.equal(bench.stateOf(0), 'working');
    await bench.finish();
    assert.equal(bench.stateOf(0), 'done');
  });

  it('says of a bag that changed where nobody looks that it changed, and of a large file why it waits', async () => {
    const many = Array.from({ length: maxBagsUnasked + 1 }, (_, i) => bag(`n${i}`)).join('');
    for (const [text, reason] of [
      [bag('n0') + bag('n1'), 'changed'],
      [many, 'unseen'],
    ] as const) {
      const bench = new Bench(text);
      bench.look(4);
      bench.scheduler.realizeFile(uri);
      await bench.finish();
      bench.edit('words: n0', 'words: typed');
      bench.scheduler.realizeChanged(uri, 25);
      await bench.finish();
      const [first] = bench.document.file.bags;
      assert.deepEqual(bench.scheduler.stateOf(uri, first), { kind: 'idle', reason });
      bench.look(0);
      await bench.finish();
      assert.equal(bench.stateOf(0), 'done', 'it is realized where one looks at it');
    }
  });

  it('of a large file realizes what is looked at and what has expectations', async () => {
    const many = Array.from({ length: maxBagsUnasked + 1 }, (_, i) => bag(`n${i}`));
    const bench = new Bench(bag('z', 'z .') + many.join(''));
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.deepEqual(bench.started, ['z']);
    assert.equal(bench.scheduler.working, false);
    assert.deepEqual(bench.scheduler.stateOf(uri, bench.document.file.bags[100]), {
      kind: 'idle',
      reason: 'unseen',
    });
    bench.look(300, 300, 305);
    assert.equal(bench.stateOf(100), 'working');
    await bench.finish();
    assert.deepEqual(bench.started.slice(1), ['n98', 'n99', 'n100']);
    bench.scheduler.realizeFile(uri, { asked: true });
    await bench.finish();
    assert.equal(bench.started.length, maxBagsUnasked + 2);
  });

  it('realizes what panels of their own are pinned to, wherever it is in a large file', async () => {
    const many = Array.from({ length: maxBagsUnasked + 1 }, (_, i) => bag(`n${i}`));
    const bench = new Bench(bag('z', 'z .') + many.join(''));
    bench.look(0, 0, 0, ['n400', 'gone']);
    bench.scheduler.realizeFile(uri);
    assert.equal(bench.stateOf(401), 'working');
    assert.equal(bench.stateOf(maxBagsUnasked + 1), 'idle', 'one that is gone is not the last one');
    await bench.finish();
    assert.deepEqual(bench.started, ['z', 'n400']);
    bench.edit('words: n400', 'words: other');
    bench.scheduler.realizeChanged(uri, 25);
    await bench.finish();
    assert.deepEqual(bench.started.slice(2), ['other']);
  });

  it('drops the work on a bag that is edited meanwhile', async () => {
    const bench = new Bench(five, 2);
    bench.scheduler.realizeFile(uri);
    const [d, a] = bench.searches;
    bench.edit('words: a', 'words: aa');
    assert.deepEqual([d.signal.aborted, a.signal.aborted], [false, true]);
    await bench.finish();
    assert.deepEqual(bench.started, ['d', 'a', 'b', 'c', 'e']);
  });

  it('drops the work on a file that is closed or deleted', async () => {
    const bench = new Bench(five, 2);
    const batch = bench.scheduler.realizeFile(uri);
    bench.documents.delete(uri);
    bench.scheduler.drop(uri, 'closed');
    await batch?.finished;
    await bench.finish();
    assert.deepEqual(bench.started, ['d', 'a']);
    assert.equal(bench.scheduler.working, false);
  });

  it('stops when the user cancels, and starts again when asked', async () => {
    const bench = new Bench(five, 2);
    const batch = bench.scheduler.realizeFile(uri, { asked: true });
    bench.look(1);
    bench.scheduler.drop(uri, 'cancelled');
    await batch?.finished;
    await bench.finish();
    assert.equal(bench.scheduler.working, false);
    assert.deepEqual(bench.started, ['d', 'a']);
    assert.deepEqual(bench.scheduler.stateOf(uri, bench.document.file.bags[1]), {
      kind: 'idle',
      reason: 'cancelled',
    });
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.equal(bench.stateOf(1), 'done');
  });

  it('says why a search failed, goes on, and tries again on the next save', async () => {
    const bench = new Bench(bag('a') + bag('b'));
    bench.scheduler.realizeFile(uri);
    bench.searches[0].fail(new Error('The search stopped unexpectedly, twice.'));
    await bench.finish();
    assert.deepEqual(bench.scheduler.stateOf(uri, bench.document.file.bags[0]), {
      kind: 'failed',
      message: 'The search stopped unexpectedly, twice.',
    });
    assert.equal(bench.stateOf(1), 'done');
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.equal(bench.stateOf(0), 'done');
  });

  it('counts what it has done, over the whole of a batch', async () => {
    const bench = new Bench(five);
    const batch = bench.scheduler.realizeFile(uri)!;
    assert.deepEqual(bench.scheduler.progress, { done: 0, total: 5 });
    bench.searches[0].end();
    for (let i = 0; i < 5; i++) await nextTurn();
    assert.deepEqual(bench.scheduler.progress, { done: 1, total: 5 });
    await bench.finish();
    await batch.finished;
    assert.equal(batch.done, 5);
    assert.equal(bench.scheduler.working, false);
    assert.equal(bench.work.length, 1);
  });

  it('counts several files as one piece of work, in which what has ended stays counted', async () => {
    const bench = new Bench(bag('one') + bag('two'));
    bench.documents.set(other, new BowDocument(other, 'bow', 1, bag('three') + bag('four')));
    bench.scheduler.realizeFile(uri);
    const counts: string[] = [];
    const [work] = bench.work;
    const count = (): void => {
      const { done, total } = bench.scheduler.progress;
      assert.deepEqual([work.done, work.total], [done, total], 'there is one count');
      counts.push(`${done} of ${total}`);
    };
    count();
    bench.scheduler.realizeFile(other, { asked: true });
    await work.asked;
    count();
    for (let ended = 0; ended < 3; ended++) {
      bench.searches[0].end();
      for (let i = 0; i < 5; i++) await nextTurn();
      count();
    }
    assert.deepEqual(counts, ['0 of 2', '0 of 4', '1 of 4', '2 of 4', '3 of 4']);
    bench.scheduler.realizeFile(other);
    assert.equal(work.total, 4, 'a file that is begun anew is counted once');
    await bench.finish();
    await work.finished;
    assert.equal(bench.work.length, 1);
    assert.deepEqual(bench.scheduler.progress, { done: 0, total: 0 });
  });

  it('drops every file when all is cancelled', async () => {
    const bench = new Bench(bag('one'));
    bench.documents.set(other, new BowDocument(other, 'bow', 1, bag('two')));
    bench.scheduler.realizeFile(uri);
    bench.scheduler.realizeFile(other);
    bench.scheduler.cancelAll();
    await bench.work[0].finished;
    assert.equal(bench.scheduler.working, false);
    assert.equal(bench.stateOf(0), 'idle');
    assert.equal(bench.stateOf(0, other), 'idle');
  });

  it('waits while there is no model', async () => {
    const bench = new Bench(five);
    bench.model = false;
    bench.scheduler.realizeFile(uri);
    await bench.finish();
    assert.deepEqual(bench.started, []);
  });

  describe('asked for a result', () => {
    const request = (
      bench: Bench,
      index: number,
      {
        file = uri,
        document = bench.documents.get(file)!,
        abort = new AbortController(),
      }: { file?: string; document?: BowDocument; abort?: AbortController } = {},
    ): Promise<string> =>
      bench.scheduler
        .request(document, document.file.bags[index], abort.signal)
        .then(({ realizations }) => realizations[0].text)
        .catch((error: unknown) => (error instanceof Cancelled ? 'cancelled' : String(error)));

    it('comes to it after what is looked at, and before the rest', async () => {
      const bench = new Bench(five);
      bench.look(7);
      bench.scheduler.realizeFile(uri);
      const requested = [request(bench, 4), request(bench, 1)];
      await bench.finish();
      assert.deepEqual(await Promise.all(requested), ['e .', 'b .']);
      assert.deepEqual(bench.started, ['c', 'e', 'b', 'd', 'a']);
      assert.equal(bench.scheduler.working, false);
    });

    it('realizes what is neither saved nor to be realized, and knows what it has realized', async () => {
      const bench = new Bench(five);
      bench.settings = { ...bench.settings, realizeOn: 'never' };
      const requested = request(bench, 0);
      await bench.finish();
      assert.equal(await requested, 'a .');
      assert.equal(await request(bench, 0), 'a .');
      assert.deepEqual(bench.started, ['a']);
      assert.equal(bench.stateOf(0), 'done');
    });

    it('realizes equal bags once', async () => {
      const bench = new Bench(equal);
      const requested = [request(bench, 0), request(bench, 1), request(bench, 1)];
      await bench.finish();
      assert.deepEqual(await Promise.all(requested), ['x y', 'x y', 'x y']);
      assert.deepEqual(bench.started, ['x']);
    });

    it('stops the search of one that is withdrawn, unless somebody else waits for it', async () => {
      const bench = new Bench(equal, 2);
      const [first, second] = [new AbortController(), new AbortController()];
      const withdrawn = request(bench, 0, { abort: first });
      const other = request(bench, 1, { abort: second });
      first.abort();
      assert.equal(await withdrawn, 'cancelled');
      assert.equal(bench.searches.length, 1);
      second.abort();
      assert.equal(await other, 'cancelled');
      assert.equal(bench.searches.length, 0);
      assert.equal(bench.scheduler.working, false);
    });

    it('goes on with a withdrawn one that a batch or the user waits for', async () => {
      const asks = [
        (bench: Bench) => bench.scheduler.realizeFile(uri),
        (bench: Bench) => bench.scheduler.realizeBag(uri, 0),
      ];
      for (const ask of asks) {
        const bench = new Bench(bag('a'));
        const abort = new AbortController();
        const withdrawn = request(bench, 0, { abort });
        ask(bench);
        abort.abort();
        assert.equal(await withdrawn, 'cancelled');
        await bench.finish();
        assert.equal(bench.stateOf(0), 'done');
        assert.deepEqual(bench.started, ['a']);
      }
    });

    it('gives it up where its bag is edited, its file closed, or everything reset', async () => {
      const changes = [
        (bench: Bench) => bench.edit('a .', 'b .'),
        (bench: Bench) => bench.scheduler.drop(uri, 'closed'),
        (bench: Bench) => bench.scheduler.reset(),
      ];
      for (const change of changes) {
        for (const size of [1, 2]) {
          const bench = new Bench(five, size);
          const [waiting, running] = [request(bench, 1), request(bench, 0)];
          change(bench);
          assert.equal(await running, 'cancelled');
          await bench.finish();
          assert.match(await waiting, /cancelled|b \./);
          assert.equal(bench.scheduler.working, false);
        }
      }
    });

    it('keeps to it where an equal bag was being realized in a file that was closed', async () => {
      const bench = new Bench(bag('a'));
      bench.documents.set(other, new BowDocument(other, 'bow', 1, bag('a')));
      const [gone, stays] = [request(bench, 0), request(bench, 0, { file: other })];
      bench.documents.delete(uri);
      bench.scheduler.drop(uri, 'closed');
      await bench.finish();
      assert.deepEqual([await gone, await stays], ['cancelled', 'a .']);
    });

    it('uses the search that the file chooses, even after the file was closed', async () => {
      const bench = new Bench(`search: best-first\n${bag('a')}`);
      const { document } = bench;
      bench.documents.delete(uri);
      bench.scheduler.drop(uri, 'closed');
      const requested = request(bench, 0, { document });
      assert.equal(bench.searches[0].choice, 'best-first');
      await bench.finish();
      assert.equal(await requested, 'a .');
      const same = new BowDocument(other, 'bow', 1, bag('a'));
      bench.documents.set(other, same);
      assert.equal(bench.scheduler.resultOf(other, same.file.bags[0]), null);
    });

    it('passes on what went wrong, and tries again when it is requested anew', async () => {
      const bench = new Bench(bag('a'));
      const failed = request(bench, 0);
      bench.searches[0].fail(new Error('It broke.'));
      assert.equal(await failed, 'Error: It broke.');
      const again = request(bench, 0);
      await bench.finish();
      assert.equal(await again, 'a .');
    });

    it('waits for a model', async () => {
      const bench = new Bench(bag('a'));
      bench.model = false;
      const requested = request(bench, 0);
      bench.model = true;
      bench.look(0);
      await bench.finish();
      assert.equal(await requested, 'a .');
    });
  });
});
