import type { FrameLocator } from 'playwright-core';

/**
 * The texts of a page whose contrast with what is behind them is under what WCAG 2.2 asks of
 * normal text (level AA, 1.4.3).
 */
export function lowContrast(frame: FrameLocator): Promise<string[]> {
  return frame.locator('body').evaluate((body) => {
    const leastRatio = 4.5;
    type Color = readonly [red: number, green: number, blue: number, alpha: number];

    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (canvas === null) throw new Error('There is no canvas to read colours with.');
    const parse = (css: string): Color => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = (front: Color, back: Color): Color => {
      const mix = (i: 0 | 1 | 2): number => front[i] * front[3] + back[i] * (1 - front[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const background = (element: Element | null): Color => {
      if (element === null) return [255, 255, 255, 1];
      const own = parse(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, background(element.parentElement));
    };
    const luminance = ([red, green, blue]: Color): number => {
      const linear = (value: number): number => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const opacity = (element: Element | null): number =>
      element === null
        ? 1
        : Number(getComputedStyle(element).opacity) * opacity(element.parentElement);

    const found: string[] = [];
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const element = text.parentElement;
      const content = text.textContent?.trim() ?? '';
      if (content === '' || element === null || element.getClientRects().length === 0) continue;
      const style = getComputedStyle(element);
      const [red, green, blue, alpha] = parse(
        element instanceof SVGElement ? style.fill : style.color,
      );
      const back = background(element);
      const front = over([red, green, blue, alpha * opacity(element)], back);
      const [darker = 0, lighter = 0] = [luminance(front), luminance(back)].sort((a, b) => a - b);
      const ratio = (lighter + 0.05) / (darker + 0.05);
      if (ratio < leastRatio) found.push(`${content}: ${ratio.toFixed(1)}`);
    }
    return found;
  });
}
