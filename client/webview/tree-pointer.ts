import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { Point } from './tree-layout.ts';

/** A drag that began at a word. Words are numbered from 1. */
export interface WordDrag {
  readonly from: number;
  /** The word under the pointer; null if no word or the word `from` is there. */
  readonly over: number | null;
  /** The pointer, in pixels of the drawing. */
  readonly at: Point;
}

/** A press becomes a drag when the pointer has moved by this many pixels. */
const restMovement = 4;

/** The number in an attribute of an element or of its nearest ancestor that has the attribute. */
export function numberAt(target: EventTarget | null, attribute: string): number | null {
  const element = target instanceof Element ? target.closest(`[${attribute}]`) : null;
  return element === null ? null : Number(element.getAttribute(attribute));
}

/** The number of the word that an event hits, from 1. */
function wordAt(target: EventTarget | null): number | null {
  return numberAt(target, 'data-place');
}

/**
 * A drag from word to word calls `onDrop`. A drag of the background scrolls the drawing. The wheel
 * with the Ctrl key zooms.
 *
 * @param onDrop receives the numbers of the two words, from 1; null if words cannot be dragged
 * @param onWheelZoom receives the factor, and the pointer's distance in pixels from the viewport's
 *   left side
 * @returns the word drag in progress; null if no word is dragged
 */
export function useTreePointer(
  viewport: RefObject<HTMLElement | null>,
  onDrop: ((from: number, to: number) => void) | null,
  onWheelZoom: (factor: number, x: number) => void,
): WordDrag | null {
  const [drag, setDrag] = useState<WordDrag | null>(null);
  const latest = useRef({ onDrop, onWheelZoom });
  latest.current = { onDrop, onWheelZoom };

  useEffect(() => {
    const element = viewport.current;
    if (element === null) return;
    let moving: ((event: PointerEvent) => void) | null = null;
    let dropped: (() => void) | null = null;

    const end = (): void => {
      moving = null;
      dropped = null;
      element.classList.remove('panning');
      setDrag(null);
    };
    const dragWord = (from: number, { clientX, clientY }: PointerEvent): void => {
      moving = (event) => {
        const { clientX: x, clientY: y, pointerId } = event;
        if (dropped === null && Math.hypot(x - clientX, y - clientY) < restMovement) return;
        element.setPointerCapture(pointerId);
        const under = wordAt(document.elementFromPoint(x, y));
        const over = under === from ? null : under;
        dropped = () => {
          if (over !== null) latest.current.onDrop?.(from, over);
        };
        setDrag({ from, over, at: inDrawing(element, x, y) });
      };
    };
    const pan = ({ clientX, clientY }: PointerEvent): void => {
      const { scrollLeft, scrollTop } = element;
      moving = (event) => {
        const x = event.clientX - clientX;
        const y = event.clientY - clientY;
        const { classList } = element;
        if (!classList.contains('panning') && Math.hypot(x, y) < restMovement) return;
        // Without the capture, the end of the drag would count as a click, and might choose an arc.
        element.setPointerCapture(event.pointerId);
        classList.add('panning');
        element.scrollLeft = scrollLeft - x;
        element.scrollTop = scrollTop - y;
      };
    };
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      const word = wordAt(event.target);
      if (word === null) pan(event);
      else if (latest.current.onDrop !== null) dragWord(word, event);
    };
    const onMove = (event: PointerEvent): void => moving?.(event);
    const onUp = (): void => {
      dropped?.();
      end();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || moving === null) return;
      end();
      event.preventDefault();
    };
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      latest.current.onWheelZoom(Math.exp(-event.deltaY / 400), x);
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', end);
    // The listener keeps the editor from zooming, so it must not be passive. Preact would add a
    // passive listener.
    element.addEventListener('wheel', onWheel, { passive: false });
    addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', end);
      element.removeEventListener('wheel', onWheel);
      removeEventListener('keydown', onKey);
    };
  }, [viewport]);
  return drag;
}

function inDrawing(viewport: HTMLElement, clientX: number, clientY: number): Point {
  const drawing = viewport.querySelector<SVGSVGElement>('svg.tree');
  const matrix = drawing?.getScreenCTM();
  if (!matrix) return { x: 0, y: 0 };
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return { x, y };
}
