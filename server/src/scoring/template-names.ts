import { arcTemplates } from './arcs.ts';
import { constituentTemplates, meetingTemplates } from './constituent-templates.ts';
import { fluencyTemplates } from './fluency.ts';
import { kinTemplates } from './kin.ts';
import { boundaryTemplates } from './order-boundaries.ts';
import { itemTemplates } from './order-items.ts';
import { wholeTemplates } from './order-whole.ts';
import { shiftTemplates } from './shift.ts';
import {
  treeletArcTemplates,
  treeletHeadTemplates,
  treeletKinTemplates,
  treeletSentenceTemplates,
  treeletSurfaceTemplates,
} from './treelet-templates.ts';
import type { TemplateGroup } from './templates.ts';

/** All groups of templates. */
export const templateGroups: readonly TemplateGroup[] = [
  shiftTemplates,
  arcTemplates,
  kinTemplates,
  fluencyTemplates,
  itemTemplates,
  boundaryTemplates,
  wholeTemplates,
  treeletArcTemplates,
  treeletKinTemplates,
  treeletSurfaceTemplates,
  treeletHeadTemplates,
  treeletSentenceTemplates,
  constituentTemplates,
  meetingTemplates,
];

/**
 * The names of the templates, as `GROUP/NAME`, that a pattern stands for: `*` is any text.
 *
 * @returns none where no template has such a name
 */
export function matchTemplates(pattern: string): readonly string[] {
  const literal = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${literal.join('.*')}$`);
  return templateGroups
    .flatMap(({ name, templates }) => templates.map((template) => `${name}/${template.name}`))
    .filter((name) => expression.test(name));
}
