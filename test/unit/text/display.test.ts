import assert from 'node:assert/strict';
import { display, displayed, displayedLike } from '../../../server/src/text/display.ts';

describe('a realization is shown as a person would write it', () => {
  const facts: [forms: string, shown: string][] = [
    ['Hello , world !', 'Hello, world!'],
    ["I ca n't , and she 'll not .", "I can't, and she'll not."],
    ["the dog 's bone ( a big one ) .", "the dog's bone (a big one)."],
    ['it costs $ 5 , or 10 % less .', 'it costs $5, or 10% less.'],
    ['" Stop " , he said : " now " .', '"Stop", he said: "now".'],
    ["`` Stop '' , he said .", '"Stop", he said.'],
    ['“ Stop ” , he said …', '“Stop”, he said…'],
    ['. led', '. led'],
    ['I love Argentina :)', 'I love Argentina :)'],
    ['see you :-) or not ;) :( :D :))', 'see you :-) or not ;) :( :D :))'],
    ['( as he said :) .', '(as he said :).'],
    ["' tis so", "' tis so"],
    ["the dogs ' bones are big .", "the dogs' bones are big."],
    ["' stop ' , he said .", "'stop', he said."],
    ["he said ' the Smiths ' and left", "he said 'the Smiths' and left"],
    ['a well - known , 3 - year - old T - S matter', 'a well-known, 3-year-old T-S matter'],
    ['London - a city , 3 - Ann', 'London - a city, 3 - Ann'],
    ['- a list', '- a list'],
    ['a list -', 'a list -'],
    ['a wonderful day - the best , at sixty - five', 'a wonderful day - the best, at sixty-five'],
    ['Paris - the city of light - is up - to - date', 'Paris - the city of light - is up-to-date'],
    ['we went to Aix - en - Provence', 'we went to Aix-en-Provence'],
    ['it costs 20 € or $ 5 , for 3 £', 'it costs 20€ or $5, for 3£'],
    ['the TV / DVD and 1 / 2', 'the TV/DVD and 1/2'],
    ["we are gon na go , I can not and do n't wan na", "we are gonna go, I cannot and don't wanna"],
    ['', ''],
  ];
  for (const [forms, shown] of facts) {
    it(`${JSON.stringify(forms)} as ${JSON.stringify(shown)}`, () => {
      assert.equal(display(forms === '' ? [] : forms.split(' ')), shown);
    });
  }

  it('with an apostrophe beside its noun if its tag says so', () => {
    const forms = "the boys ' and girls ' toys".split(' ');
    const tags = ['DT', 'NNS', 'POS', 'CC', 'NNS', 'POS', 'NNS'];
    assert.equal(display(forms, tags), "the boys' and girls' toys");
    assert.equal(display(["'", 'boys', 'toys']), "' boys toys");
  });

  it('with all apostrophes beside plurals, or as quotation marks', () => {
    assert.equal(displayed("my parents ' friends ' car"), "my parents' friends' car");
    assert.equal(displayed("he said ' my friends ' twice"), "he said 'my friends' twice");
  });

  it('as its list shows it, or with a capital if one of its sentences has one', () => {
    const listed = [
      { text: 'the dogs bark .', display: 'The dogs bark.' },
      { text: 'mid - air', display: 'mid-air' },
    ];
    assert.equal(displayedLike('mid - air', listed), 'mid-air');
    assert.equal(displayedLike('bark the dogs .', listed), 'Bark the dogs.');
    assert.equal(displayedLike('bark the dogs .', listed.toReversed()), 'Bark the dogs.');
    assert.equal(displayedLike('bark the dogs .', listed.slice(1)), 'bark the dogs.');
    assert.equal(displayedLike('bark .', []), 'bark.');
  });

  it('with its words apart if another sentence of its list looks the same', () => {
    const listed = [{ text: 'he cannot come .', display: 'he cannot come.' }];
    assert.equal(displayedLike('he cannot come .', listed), 'he cannot come.');
    assert.equal(displayedLike('he can not come .', listed), 'he can not come .');
    assert.equal(displayedLike('he can not come .', []), 'he cannot come.');
  });

  it('with a hyphen joined if its tag says so', () => {
    const forms = 'Mid - air : check - in'.split(' ');
    assert.equal(display(forms), 'Mid - air: check - in');
    const tags = ['AFX', 'HYPH', 'NN', ':', 'NN', 'HYPH', 'RP'];
    assert.equal(display(forms, tags), 'Mid-air: check-in');
  });
});
