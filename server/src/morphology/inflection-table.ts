import type { IrregularForm } from './morphology.ts';
import type { InflectionRules } from './rules.ts';

/**
 * The words that a table can list as irregular: letters, with single hyphens or apostrophes between
 * them.
 */
const WORD = /^\p{L}+(?:[-'’]\p{L}+)*$/u;

/**
 * Reads a table of inflections, and keeps the forms that the rules would not make.
 *
 * @param table lines of lemma, part of speech and forms, separated by commas. Slashes separate
 * alternative forms, the usual form first. `InflectionRules.tableForms` knows the tag of each
 * column.
 * @returns a row for each lemma and tag, in order
 */
export function irregularForms(table: string, rules: InflectionRules): readonly IrregularForm[] {
  const forms = new Map<string, IrregularForm>();
  for (const line of table.split(/\r?\n/)) {
    const [written, pos = '', ...slots] = line.split(',');
    const lemma = written.toLowerCase();
    if (!WORD.test(lemma)) continue;
    for (const { tag, alternatives } of rules.tableForms(written, pos, slots)) {
      const form = alternatives.at(0)?.toLowerCase();
      const at = `${lemma}\t${tag}`;
      if (form === undefined || form === rules.form(lemma, tag) || forms.has(at)) continue;
      if (WORD.test(form)) forms.set(at, { lemma, tag, form });
    }
  }
  return [...forms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
