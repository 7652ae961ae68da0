import { Beam } from '../beam.ts';
import type { HeadSystem } from './head-system.ts';
import { Field } from './linearizations.ts';

/** Orders a head and its dependents, then scores and sorts what it kept as a whole. */
export class HeadBeam extends Beam<HeadSystem> {
  /** To be called once all steps are taken. */
  finish(): void {
    const { data } = this.system.linearizations;
    for (let i = 0; i < this.size; i++) this.system.end(this.kept[i]);
    this.kept.subarray(0, this.size).sort((a, b) => data[b + Field.Score] - data[a + Field.Score]);
  }
}
