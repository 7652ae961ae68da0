/** The entry point of the side panel: draws the content that the extension sends. */
import { render } from 'preact';
import type { PanelContent, ToPanel } from '../src/panel-messages.ts';
import { panelId, receive, send } from './host.ts';
import { Panel } from './panel.tsx';
import './theme.css';
import './panel.css';

const root = document.getElementById('panel');
if (root !== null) {
  let content: PanelContent = {
    file: null,
    pinned: null,
    view: null,
    server: 'loading',
    debug: [],
    asked: null,
  };
  const draw = (): void => render(<Panel content={content} />, root);
  let frame: number | null = null;
  /**
   * Draws in the next frame of the browser. If several contents arrive before this frame, only the
   * last is drawn.
   */
  const drawNext = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      draw();
    });
  };
  draw();
  addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
    switch (data.type) {
      case 'content':
        content = data.content;
        drawNext();
        break;
      case 'answer':
        receive(data);
        break;
      case 'menu':
        if (data.chosen.panel !== panelId) break;
        dispatchEvent(new CustomEvent('menu', { detail: data.chosen }));
        break;
    }
  });
  send({ type: 'ready' });
}
