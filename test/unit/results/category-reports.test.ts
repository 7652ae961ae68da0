import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import { Explainer, type ExplainOptions } from '../../../server/src/explain/explainer.ts';
import type { Explained } from '../../../server/src/explain/explanation.ts';
import { check, parse, type CheckedFile } from '../../../server/src/language/index.ts';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { knowledgeOf } from '../../../server/src/model/knowledge.ts';
import { createRealizer, NEVER, type Resources } from '../../../server/src/realize/realizer.ts';
import { formatCoverage, coverageFormats } from '../../../server/src/results/coverage-formats.ts';
import {
  coverageReport,
  coverBag,
  type CoverageReport,
} from '../../../server/src/results/coverage-report.ts';
import {
  explanationSentences,
  formatExplanations,
} from '../../../server/src/results/explain-formats.ts';
import {
  explainSentence,
  type ExplanationReport,
} from '../../../server/src/results/explain-report.ts';
import { formatBags } from '../../../server/src/results/realize-formats.ts';
import { reportBag } from '../../../server/src/results/realize-report.ts';
import { categoryModel } from '../support/categories.ts';
import { withoutModel } from '../support/check-options.ts';

const BEAM = 8;
const text = String.raw`grammar: ccg

bag whole {
  words: the/DT:NP/N old/JJ:N/N man/NN:N slept/VBD:S[dcl]\NP zebra? ./.:.
  expect:
    the old man slept .
    slept man old the .
}

bag parts {
  words: slept/VBD:S[dcl]\NP the/DT:NP/N she/PRP:PP
}

bag arcs {
  words: slept/VBD:S[dcl]\NP the/DT:NP/N she/PRP:PP
  deps: slept -> she
}
`;

function isValid(name: string, json: string): void {
  const schema = new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url);
  const ajv = new Ajv({ allowUnionTypes: true });
  const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
  assert.ok(validate(JSON.parse(json)), JSON.stringify(validate.errors));
}

describe('of bags with a grammar of categories', () => {
  let resources: Resources;
  let checked: CheckedFile;

  before(async () => {
    resources = { model: await categoryModel(), languageModel: null };
    const knowledge = knowledgeOf(resources.model);
    checked = check(parse(text), { ...withoutModel, knowledge });
  });

  const realize = (bag: Bag) =>
    Promise.resolve({
      ...createRealizer(resources).realize(bag, { beam: BEAM, results: BEAM }, NEVER),
      cpuMs: 1,
    });

  function explain(
    bag: Bag,
    words: readonly string[],
    expected: readonly string[],
    more: Partial<ExplainOptions> = {},
  ) {
    const options = { beam: BEAM, search: 'beam', results: BEAM, helpMs: 0, expected } as const;
    const said = new Explainer(resources).explain(bag, words, { ...options, ...more }, NEVER);
    return Promise.resolve<Explained>(said);
  }

  async function explanation(bag: number, place: number): Promise<ExplanationReport> {
    const expected = checked.expectations(bag)[place];
    return (await explainSentence(checked, bag, expected.text, explain)).report;
  }

  async function covered(): Promise<CoverageReport> {
    const outcomes = await Promise.all(
      checked.file.bags.map((_, bag) =>
        coverBag('a.bow', checked, bag, knowledgeOf(resources.model), {
          realize,
          explain: (given, words, expected) => explain(given, words, expected, { depth: 'class' }),
        }),
      ),
    );
    return coverageReport(['a.bow'], outcomes, BEAM);
  }

  it('realizations have categories and the parts of their derivations, as their schema says', async () => {
    const reports = await Promise.all(
      checked.file.bags.map((_, bag) =>
        reportBag(checked, bag, { realize, explain, label: (found) => Promise.resolve(found) }),
      ),
    );
    isValid('realize', await textOf(formatBags(reports, 'json')));
    const [whole, parts] = reports.map(({ realizations: [best] }) => best);
    assert.equal(whole.tokens.find(({ form }) => form === 'old')?.category, 'N/N');
    const root = whole.parts!.at(-1)!;
    assert.notEqual(root.category, null);
    assert.deepEqual([root.first, root.last], [1, whole.tokens.length]);
    for (const [place, { children }] of whole.parts!.entries()) {
      for (const child of children) assert.ok(child >= 1 && child <= place);
    }
    assert.ok(parts.parts!.some(({ category, rule }) => category === null && rule === null));
    assert.deepEqual([whole.spanned, parts.spanned], [true, false]);
    const [ofWhole, ofParts] = await Promise.all(
      reports.map((report) => textOf(formatBags([report], 'text'))),
    );
    assert.doesNotMatch(ofWhole, /1\. .*no derivation was found that spans it/);
    assert.match(ofParts, /1\. .* {2}\(no derivation was found that spans it\)$/m);
    const conllu = await textOf(formatBags(reports, 'conllu'));
    assert.match(conllu, /\told\t.*\tIndex=2\|Category=N\/N$/m);
    for (const { form, tag, head } of whole.tokens) {
      assert.match(
        conllu,
        new RegExp(`\t${form}\t_\t_\t${tag}\t_\t${head}\t`.replaceAll('.', '\\.')),
      );
    }
  });

  it('explanations name the parts of what no derivation spans, as their schema says', async () => {
    const reports = [await explanation(0, 0), await explanation(0, 1)];
    isValid('explain', await textOf(formatExplanations(reports, 'json')));
    const [met, broken] = reports;
    assert.equal(met.fragments, undefined);
    assert.deepEqual(met.expected?.steps[0].categories, ['NP/N']);
    const { fragments, expected } = broken;
    assert.ok(fragments !== undefined && fragments.parts.length > 1);
    assert.equal(fragments.parts.map((part) => part.text).join(' '), expected?.text);
    assert.deepEqual([fragments.parts[0].first, fragments.parts.at(-1)!.last], [1, 5]);
    const said = explanationSentences(broken).join('\n');
    for (const part of fragments.parts) assert.ok(said.includes(`"${part.text}" (`), said);
    assert.ok(!said.includes('left aside'), said);
  });

  it('coverage tells what the grammar lacks, as its schema says', async () => {
    const report = await covered();
    isValid('coverage', formatCoverage(report, null, 'json'));
    const [whole, parts, arcs] = report.perBag.map(({ notes }) => notes!.join('\n'));
    assert.match(whole, /^Without a category in the dictionary, so that tags decide: "zebra"\.$/);
    assert.match(parts, /^"she" was never seen as PP\.$/m);
    assert.match(parts, /^The rules of the grammar join it into \d parts: /m);
    assert.match(
      arcs,
      /^The rules of the grammar join it into \d parts, without regard to the given arcs: /m,
    );
    assert.deepEqual(report.derivations, { total: 3, spanning: 1 });
    for (const format of coverageFormats) {
      assert.ok(formatCoverage(report, null, format).includes('never seen as PP'), format);
    }
  });

  it('coverage counts a word with its category where one is given', async () => {
    const knowledge = knowledgeOf(resources.model);
    const { coverage } = await coverBag('a.bow', checked, 1, knowledge, { realize, explain });
    const counts = coverage.words.map(({ form, count }) => [form, count > 0]);
    assert.deepEqual(counts, [
      ['slept', true],
      ['the', true],
      ['she', false],
    ]);
  });
});
