import type { Picture, Shape } from './picture.ts';

/** A file is this many times as wide and high as its picture, so that it is sharp in print. */
const density = 3;
/** The longest side of a canvas that browsers can draw, in pixels. */
const longestSide = 16_000;

/** Draws the picture shape by shape, so that no image has to be loaded. */
export async function toPng(picture: Picture): Promise<Uint8Array> {
  const { width, height, fontFamily, shapes } = picture;
  const scale = Math.min(density, longestSide / Math.max(width, height, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(width * scale));
  canvas.height = Math.max(1, Math.ceil(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas to draw on.');
  context.scale(scale, scale);
  context.textAlign = 'center';
  context.textRendering = 'geometricPrecision';
  context.lineCap = 'round';
  for (const shape of shapes) draw(context, shape, fontFamily);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The drawing is too large for a PNG file.');
  return new Uint8Array(await blob.arrayBuffer());
}

function draw(context: CanvasRenderingContext2D, shape: Shape, fontFamily: string): void {
  switch (shape.kind) {
    case 'line':
      context.strokeStyle = shape.colour;
      context.lineWidth = shape.width;
      context.setLineDash(shape.isDashed ? [4, 4] : []);
      context.stroke(new Path2D(shape.path));
      break;
    case 'filled':
      context.fillStyle = shape.colour;
      context.fill(new Path2D(shape.path));
      break;
    case 'box':
      context.fillStyle = shape.colour;
      context.fillRect(shape.x, shape.y, shape.width, shape.height);
      break;
    case 'text':
      context.fillStyle = shape.colour;
      context.font = `${shape.style} ${shape.size}px ${fontFamily}`;
      context.direction = shape.direction;
      context.fillText(shape.text, shape.x, shape.y);
      break;
  }
}
