import { Beam } from '../beam.ts';
import type { Hypothesis, Observer } from '../search.ts';
import type { HeadSystem } from './head-system.ts';
import { LinearizationField } from '../../scoring/bottom-up/records.ts';

export class HeadBeam extends Beam<HeadSystem> {
  /**
   * Adds the score of the complete order to each kept state, and keeps the best `most` states.
   * Called after the last step.
   */
  finish(most = this.size, observer: Observer | null = null): void {
    const { data } = this.system.linearizations;
    const kept = this.kept.subarray(0, this.size);
    const before = Int32Array.from(observer === null ? [] : kept);
    for (const linearization of kept) this.system.end(linearization);
    kept.sort((a, b) => data[b + LinearizationField.Score] - data[a + LinearizationField.Score]);
    if (this.size > most) this.isCut = true;
    this.size = Math.min(this.size, most);
    if (observer === null) return;
    const finished = Array.from(kept, (linearization): Hypothesis => ({
      parent: before.indexOf(linearization),
      action: 'FINISH',
      added: [],
      score: data[linearization + LinearizationField.Score],
    }));
    observer.onStep(finished.slice(0, most), finished.slice(most, most + observer.cutOff));
  }
}
