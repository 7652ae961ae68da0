/** The side panel's first file: draws whatever the extension sends. */
import { render } from 'preact';
import type { ToPanel } from '../src/panel-messages.ts';
import { send } from './host.ts';
import { Panel } from './panel.tsx';
import './theme.css';
import './panel.css';

const root = document.getElementById('panel');
if (root !== null) {
  render(<Panel content={{ file: null, view: null, server: 'loading' }} />, root);
  addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
    render(<Panel content={data.content} />, root);
  });
  send({ type: 'ready' });
}
