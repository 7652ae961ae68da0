import assert from 'node:assert/strict';
import { english } from '../../../server/src/morphology/english.ts';

/** Lemma and form by tag, as grammars have them. */
const forms: Readonly<Record<string, string>> = {
  NNS:
    'dog dogs, bus buses, box boxes, church churches, dish dishes, quiz quizzes, city cities, day days, ' +
    'soliloquy soliloquies, policeman policemen, human humans, woman women, grandchild grandchildren, ' +
    'knife knives, midwife midwives, shelf shelves, leaf leaves, thief thieves, chief chiefs, belief beliefs, ' +
    'analysis analyses, axis axes, mother-in-law mothers-in-law, forefoot forefoots, sweet-tooth sweet-teeth, ' +
    'aircraft aircraft, earnings earnings, headquarters headquarters, class classes, 1990s 1990s, 747 747s, ' +
    'yr. yrs., photo photos, gas gases',
  NNPS: 'saint saints, olympics olympics, bush bushes, democrat democrats',
  VBZ: 'walk walks, miss misses, fix fixes, watch watches, go goes, veto vetoes, cry cries, play plays, x xes',
  VBG:
    'walk walking, make making, die dying, see seeing, be being, dye dyeing, singe singeing, sing singing, ' +
    'stop stopping, visit visiting, refer referring, offer offering, admit admitting, panic panicking, ' +
    'quit quitting, travel traveling, play playing, fix fixing, sew sewing, develop developing, equip equipping, ' +
    'cook cooking, blog blogging, re-map re-mapping, enter entering, profit profiting, ski skiing, ' +
    'open opening, re-occur re-occurring, overlap overlapping, undercut undercutting',
  VBD:
    'walk walked, like liked, agree agreed, die died, cry cried, play played, stop stopped, prefer preferred, ' +
    'happen happened, control controlled, mimic mimicked, tow towed, open opened, occur occurred, underpin underpinned',
  VBN: 'bake baked, plan planned, worry worried',
  JJR:
    'big bigger, large larger, happy happier, gray grayer, clean cleaner, thin thinner, upper upper, few fewer, ' +
    'beautiful beautiful, unhappy unhappier',
  JJS: 'big biggest, large largest, happy happiest, utmost utmost',
  RBR: 'soon sooner, early earlier',
  RBS: 'fast fastest',
  CD: '85000 85,000, 1200000 1,200,000, 44123 44123, 2000 2000, 00000 00000, ten ten',
};

describe("English's rules", () => {
  for (const [tag, pairs] of Object.entries(forms)) {
    it(`make the regular forms under ${tag}`, () => {
      for (const pair of pairs.split(', ')) {
        const [lemma, form] = pair.split(' ');
        assert.equal(english.form(lemma, tag), form);
      }
    });

    it(`find the lemmas of forms under ${tag}`, () => {
      for (const pair of pairs.split(', ')) {
        const [lemma, form] = pair.split(' ');
        const found = english.lemmas(form, tag);
        for (const each of found) assert.equal(english.form(each, tag), form);
        const isChanged = /(?:teeth|in-law|yrs\.)$/.test(form);
        if (!isChanged) assert.ok(found.includes(lemma), `${form}: ${found.join(' ')}`);
      }
    });
  }

  it('leave other tags alone', () => {
    for (const tag of ['NN', 'VB', 'VBP', 'JJ', 'IN', 'odd']) {
      assert.equal(english.form('miss', tag), 'miss');
      assert.ok(!english.inflects(tag));
    }
    assert.deepEqual(english.lemmas('of', 'IN'), ['of']);
  });

  it('compare only short adjectives', () => {
    for (const word of ['big', 'large', 'happy', 'narrow', 'simple', 'clever']) {
      assert.ok(english.isRegular(word, 'JJR'), word);
    }
    for (const word of ['beautiful', 'modern', 'important', 'recent']) {
      assert.ok(!english.isRegular(word, 'JJS'), word);
    }
    assert.ok(english.isRegular('beautiful', 'JJ'));
    assert.ok(!english.isRegular('now', 'RBR'));
  });
});
