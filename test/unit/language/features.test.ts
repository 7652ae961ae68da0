import assert from 'node:assert/strict';
import fc from 'fast-check';
import { completionsAt } from '../../../server/src/language/features/completion.ts';
import { foldsOf } from '../../../server/src/language/features/folding.ts';
import { hoverAt } from '../../../server/src/language/features/hover.ts';
import { occurrencesAt } from '../../../server/src/language/features/references.ts';
import { renameAt } from '../../../server/src/language/features/rename.ts';
import { selectionsAt } from '../../../server/src/language/features/selection.ts';
import { symbolsOf } from '../../../server/src/language/features/symbols.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { knowledge } from './fixture.ts';
import { bowText } from './generate.ts';

describe('what an editor asks about a place', () => {
  it('has an answer in any text, whose ranges lie in it', () => {
    fc.assert(
      fc.property(bowText, fc.nat(), (text, at) => {
        const file = parse(text);
        const offset = at % (text.length + 1);
        const isIn = ({ start, end }: { start: number; end: number }): boolean =>
          start >= 0 && start <= end && end <= text.length;
        const selections = selectionsAt(file, offset);
        selections.forEach((range, i) => {
          assert.ok(isIn(range));
          if (i === 0) return;
          const inner = selections[i - 1];
          assert.ok(range.start <= inner.start && range.end >= inner.end);
        });
        assert.ok(foldsOf(file).every(isIn));
        for (const { range, nameRange, children } of symbolsOf(file)) {
          for (const one of [{ range, nameRange }, ...children]) {
            assert.ok(isIn(one.range) && isIn(one.nameRange));
            assert.ok(one.range.start <= one.nameRange.start && one.range.end >= one.nameRange.end);
          }
        }
        const { range, items } = completionsAt(file, offset, knowledge);
        assert.ok(isIn(range) && range.start <= offset && range.end >= offset);
        assert.ok(!/[\r\n]/.test(text.slice(range.start, range.end)) && Array.isArray(items));
        const hover = hoverAt(file, offset, knowledge);
        assert.ok(hover === null || isIn(hover.range));
        const found = occurrencesAt(file, offset);
        assert.ok(found === null || [found.definition, ...found.references].every(isIn));
        const renaming = renameAt(file, offset, 'new name');
        assert.ok(
          renaming === null || 'problem' in renaming || renaming.edits.every((e) => isIn(e.range)),
        );
      }),
      { numRuns: 3000 },
    );
  });
});
