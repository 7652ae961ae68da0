/** The entry point of the coverage view: draws the content that the extension sends. */
import { render } from 'preact';
import type { Portion } from '../../../server/src/lsp/protocol.ts';
import type { ShownCoverage, ToCoverage } from '../../src/coverage-messages.ts';
import { Coverage } from './coverage.tsx';
import { send } from './host.ts';
import '../theme.css';
import './coverage.css';

const root = document.getElementById('panel');
if (root !== null) {
  let coverage: ShownCoverage | null = null;
  let running: Portion | null = null;
  addEventListener('message', ({ data }: MessageEvent<ToCoverage>) => {
    if (data.type === 'coverage') coverage = data.coverage;
    else running = data.running;
    render(<Coverage coverage={coverage} running={running} />, root);
  });
  send({ type: 'ready' });
}
