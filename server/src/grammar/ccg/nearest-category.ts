import { closest } from '../../text/closest.ts';
import { matches, parseCategory, plain, type Category } from './category.ts';

/**
 * The known category that an unknown text most likely means: it differs by features, or else by spelling.
 *
 * @param known texts of categories, the preferred ones first
 * @returns null if no category is near
 */
export function nearestCategory(category: Category, known: ReadonlySet<string>): string | null {
  const read = [...known].map(parseCategory);
  const bare = plain(category).text;
  const near =
    read.find((one) => matches(one, category)) ?? read.find((one) => plain(one).text === bare);
  return near?.text ?? closest(category.text, known);
}
