/** The coverage view's first file: draws whatever the extension sends. */
import { render } from 'preact';
import type { ShownCoverage, ToCoverage } from '../../src/coverage-messages.ts';
import { Coverage } from './coverage.tsx';
import { send } from './host.ts';
import '../theme.css';
import './coverage.css';

const root = document.getElementById('panel');
if (root !== null) {
  let coverage: ShownCoverage | null = null;
  let isRunning = false;
  addEventListener('message', ({ data }: MessageEvent<ToCoverage>) => {
    if (data.type === 'coverage') coverage = data.coverage;
    else isRunning = data.running;
    render(<Coverage coverage={coverage} isRunning={isRunning} />, root);
  });
  send({ type: 'ready' });
}
