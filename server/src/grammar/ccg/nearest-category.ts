import { closest } from '../../text/closest.ts';
import { matches, parseCategory, plain, type Category } from './category.ts';

/**
 * The category that is most likely meant by one that is not known: one that differs by features, or else by its spelling.
 *
 * @param known texts of categories, first those that are to be preferred
 * @returns null where none is near
 */
export function nearestCategory(category: Category, known: ReadonlySet<string>): string | null {
  const read = [...known].map(parseCategory);
  const bare = plain(category).text;
  const near =
    read.find((one) => matches(one, category)) ?? read.find((one) => plain(one).text === bare);
  return near?.text ?? closest(category.text, known);
}
