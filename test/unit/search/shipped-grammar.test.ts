import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../../server/src/hosts/node/resources.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../../server/src/lm/query/format.ts';
import { ModelGrammar } from '../../../server/src/model/grammar.ts';
import { MODEL_FORMAT } from '../../../server/src/model/model.ts';
import {
  createRealizer,
  doubtsOf,
  NEVER,
  type Realization,
} from '../../../server/src/realize/realizer.ts';
import { Registry } from '../../../server/src/search/registry.ts';
import { breakDown } from '../../../server/src/explain/breakdown.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const resources = loadResources({
  model: await openModelFile(shippedModelPath(root), MODEL_FORMAT),
  languageModel: await openModelFile(shippedLanguageModelPath(root), LANGUAGE_MODEL_FORMAT),
});
const { model } = resources;
const { columns, dictionary, supertaggerWeights } = model.grammar!;
/** The shipped model as it was before it had counts of unary rules by word. */
const older = {
  ...resources,
  model: {
    ...model,
    grammar: ModelGrammar.of(columns, dictionary.columns).withSupertagger(supertaggerWeights!),
  },
};

/** A bag of words in their order, each a form, a form with a tag, or a form with a tag and a category. */
function bagOf(text: string): Bag {
  const words = text.split(' ').map((word) => {
    const [form, ...facts] = word.split('|');
    if (facts.length < 2) return { form, tags: facts };
    const [tag, category] = facts;
    return { form, tags: [], categories: [{ category, tag }] };
  });
  return {
    ...plainBag({ words, arcs: [], root: null, grammar: 'ccg' }),
    order: words.slice(1).map((_, i) => ({ relation: 'right-before', words: [i, i + 1] })),
  };
}

const searches = ['beam', 'best-first'] as const;
interface Asked {
  readonly search: (typeof searches)[number];
}

function first(text: string, { search }: Asked, of = resources): Realization {
  const options = { beam: 64, results: 5, search };
  const [realization] = createRealizer(of).realize(bagOf(text), options, NEVER).realizations;
  return realization;
}

/** The categories of the nodes over a word, the lexical category first. */
function over(place: number, { parts = [] }: Realization): (string | null)[] {
  return parts
    .filter((part) => part.first === place && part.last === place)
    .map(({ category }) => category);
}

const SHARED = 'Anna met|VBD|(S[dcl]\\NP)/NP and Manny married|VBD|(S[dcl]\\NP)/NP Bill';
const RAISED = ['N', 'NP', 'S/(S\\NP)'];

describe('the beam over categories, with the shipped model', () => {
  it('derives "Anna met and Manny married Bill" as textbooks do', () => {
    const realization = first(SHARED, { search: 'beam' });
    assert.deepEqual(over(0, realization), RAISED);
    assert.deepEqual(over(3, realization), RAISED);
    assert.deepEqual(doubtsOf(realization), []);
    const shared = realization.parts!.find(({ first: from, last: to }) => from === 0 && to === 4);
    assert.equal(shared?.category, 'S[dcl]/NP');
  });
});

for (const search of searches) {
  describe(`${search} over categories, with the shipped model`, () => {
    it('marks a derivation as doubtful in which a pronoun covers up a wrong category of a verb', () => {
      for (const sentence of ['she saw|VBD|S[dcl]\\NP him', 'she saw|VBD|S[dcl]\\NP him .']) {
        const realization = first(sentence, { search });
        assert.ok(doubtsOf(realization).length > 0, JSON.stringify(realization.parts));
        // The pronoun alone is no modifier.
        assert.ok(over(2, realization).every((category) => category === 'NP'));
      }
      const right = first('she saw|VBD|(S[dcl]\\NP)/NP him', { search });
      assert.deepEqual(doubtsOf(right), []);
    });

    it('does not doubt a reflexive pronoun that modifies a verb', () => {
      const realization = first('she slept|VBD|S[dcl]\\NP herself|PRP', { search });
      assert.equal(over(2, realization).at(-1), '(S\\NP)\\(S\\NP)');
      assert.deepEqual(doubtsOf(realization), []);
    });
  });
}

describe('a unary rule that is seldom right for its word', () => {
  it('adds a cost to the score of its step, which explanations name', () => {
    const registry = new Registry(resources);
    const problem = registry.problemOf(bagOf('she saw|VBD|S[dcl]\\NP him'));
    for (const name of ['ccg-shift-reduce', 'ccg-best-first'] as const) {
      const search = registry.open(name);
      const options = { beam: 64, results: 64, budget: { states: 0 } };
      const { derivations } = search.search(problem, options, NEVER, null);
      for (const derivation of derivations) {
        const steps = breakDown(search, problem, derivation);
        for (const [i, { score }] of derivation.steps.entries()) {
          const sum = steps[i].reduce((so, one) => so + one.score, 0);
          assert.equal(sum, score);
        }
        if (derivation.isBroken === true) continue;
        const seldom = derivation.parts!.filter(
          ({ isSeldom, first: from, last: to }) => isSeldom === true && from === to,
        );
        const costs = steps.flat().filter(({ template }) => template === 'grammar/cost');
        assert.deepEqual(
          costs.map(({ score }) => score),
          seldom.map(() => -2048),
        );
      }
    }
  });

  it('costs nothing if no category is given, and is marked nevertheless', () => {
    const open = 'Anna|NNP met|VBD and|CC Manny|NNP married|VBD Bill|NNP';
    const [now, before] = [resources, older].map((of) => first(open, { search: 'beam' }, of));
    assert.deepEqual(doubtsOf(now), ['Bill ⇒ S\\S']);
    assert.equal(now.score, before.score);
  });

  it('is not known in a model without counts: then it costs nothing', () => {
    const realization = first(SHARED, { search: 'beam' }, older);
    assert.deepEqual(doubtsOf(realization), ['Manny ⇒ (S\\NP)/(S\\NP)']);
    assert.ok(realization.parts!.every(({ isSeldom }) => isSeldom === undefined));
  });
});
