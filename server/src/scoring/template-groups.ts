import { ModelError } from '../model/file.ts';
import type { TemplateSeeds } from '../model/tables.ts';
import { arcTemplates } from './arc-standard/arc-templates.ts';
import { categoryJoinTemplates, categoryShiftTemplates } from './ccg/shift-reduce-templates.ts';
import { constituentTemplates, meetingTemplates } from './ccg/constituent-templates.ts';
import { fluencyTemplates } from './fluency.ts';
import { kinTemplates } from './arc-standard/kin-templates.ts';
import { boundaryTemplates } from './bottom-up/boundary-templates.ts';
import { itemTemplates } from './bottom-up/item-templates.ts';
import { wholeTemplates } from './bottom-up/whole-templates.ts';
import { shiftTemplates } from './arc-standard/shift-templates.ts';
import {
  treeletArcTemplates,
  treeletHeadTemplates,
  treeletKinTemplates,
  treeletSentenceTemplates,
  treeletSurfaceTemplates,
} from './best-first/treelet-templates.ts';
import type { TemplateGroup } from './templates.ts';

/** `always`: the groups that a search uses with and without a language model. */
interface SearchGroups {
  readonly always: readonly TemplateGroup[];
  readonly withLanguageModel: readonly TemplateGroup[];
}

/** Indexed by the name of the search. All features of a search come from these templates. */
const groupsBySearch: Readonly<Record<string, SearchGroups>> = {
  'arc-standard': {
    always: [shiftTemplates, arcTemplates, kinTemplates],
    withLanguageModel: [fluencyTemplates],
  },
  'bottom-up': {
    always: [itemTemplates, boundaryTemplates, wholeTemplates],
    withLanguageModel: [],
  },
  'best-first': {
    always: [
      treeletArcTemplates,
      treeletKinTemplates,
      treeletSurfaceTemplates,
      treeletHeadTemplates,
      treeletSentenceTemplates,
    ],
    withLanguageModel: [],
  },
  'ccg-shift-reduce': {
    always: [categoryShiftTemplates, categoryJoinTemplates],
    withLanguageModel: [fluencyTemplates],
  },
  'ccg-best-first': {
    always: [constituentTemplates, meetingTemplates],
    withLanguageModel: [],
  },
};

export const templateGroups: readonly TemplateGroup[] = [
  ...new Set(
    Object.values(groupsBySearch).flatMap(({ always, withLanguageModel }) => [
      ...always,
      ...withLanguageModel,
    ]),
  ),
];

/** Returns no group if no search has this name. */
export function templateGroupsOf(
  search: string,
  withLanguageModel: boolean,
): readonly TemplateGroup[] {
  if (!Object.hasOwn(groupsBySearch, search)) return [];
  const groups = groupsBySearch[search];
  return withLanguageModel ? [...groups.always, ...groups.withLanguageModel] : groups.always;
}

/**
 * Returns the seeds of a search's templates, in the form in which a table of weights records them.
 */
export function templateSeedsOf(search: string, withLanguageModel: boolean): TemplateSeeds {
  return seedsOf(templateGroupsOf(search, withLanguageModel));
}

export function seedsOf(groups: readonly TemplateGroup[]): TemplateSeeds {
  return Object.fromEntries(
    groups.flatMap(({ name: group, templates }) =>
      templates.map(({ name, seed }) => [`${group}/${name}`, seed] as const),
    ),
  );
}

/** A message names at most this many templates of each kind of difference, and counts the rest. */
const MAX_NAMED = 3;

/**
 * Checks that weights were learned with the templates of this Bowline. With other templates,
 * sentences would get wrong scores without any error.
 *
 * @param table the name of the weights, for the message
 * @throws {ModelError} if a template is new, gone, or has another seed
 */
export function checkTemplates(table: string, learned: TemplateSeeds, here: TemplateSeeds): void {
  const isNew = (name: string): boolean => !Object.hasOwn(learned, name);
  const added = Object.keys(here).filter(isNew);
  const gone = Object.keys(learned).filter((name) => !Object.hasOwn(here, name));
  const changed = Object.keys(here).filter((name) => !isNew(name) && here[name] !== learned[name]);
  const differences = [
    describe(added, 'new'),
    describe(gone, 'gone'),
    describe(changed, 'changed'),
  ].filter((text) => text !== null);
  if (differences.length === 0) return;
  throw new ModelError(
    `The weights "${table}" of this model were learned with other feature templates than this Bowline has ` +
      `(${differences.join('; ')}): train them again, or use the Bowline that they were made for.`,
  );
}

function describe(names: readonly string[], how: string): string | null {
  if (names.length === 0) return null;
  const more = names.length - MAX_NAMED;
  return `${how}: ${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns the names of templates (`GROUP/NAME`) that match a pattern. `*` matches any text. */
export function matchTemplates(pattern: string): readonly string[] {
  const literal = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${literal.join('.*')}$`);
  return templateGroups
    .flatMap(({ name, templates }) => templates.map((template) => `${name}/${template.name}`))
    .filter((name) => expression.test(name));
}
