import assert from 'node:assert/strict';
import { display } from '../../../server/src/text/display.ts';

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
    ['', ''],
  ];
  for (const [forms, shown] of facts) {
    it(`${JSON.stringify(forms)} as ${JSON.stringify(shown)}`, () => {
      assert.equal(display(forms === '' ? [] : forms.split(' ')), shown);
    });
  }
});
