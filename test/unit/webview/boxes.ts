import type { Box } from '../../../client/webview/tree-layout.ts';

/** Less than this is rounding. */
export const epsilon = 1e-6;

export function overlap(a: Box, b: Box): boolean {
  return (
    a.x + a.width > b.x + epsilon &&
    b.x + b.width > a.x + epsilon &&
    a.y + a.height > b.y + epsilon &&
    b.y + b.height > a.y + epsilon
  );
}

export function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - epsilon &&
    inner.y >= outer.y - epsilon &&
    inner.x + inner.width <= outer.x + outer.width + epsilon &&
    inner.y + inner.height <= outer.y + outer.height + epsilon
  );
}
