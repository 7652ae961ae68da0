import { runsOf } from './typeset.ts';
import './category.css';

/** A category in running text, typeset as in a drawing. */
export function Category({ category }: { readonly category: string }) {
  return (
    <span class="category-text">
      {runsOf(category).map(({ text, isFeature }) => (isFeature ? <sub>{text}</sub> : text))}
    </span>
  );
}
