import { OrderTrainer } from './order-trainer.ts';
import { Trainer, type Example, type Lesson, type TrainerStart } from './trainer.ts';

/** A trainer for the search that the weights are for. */
export function openTrainer(start: TrainerStart): { decode(example: Example): Lesson } {
  return start.search === 'transition' ? new Trainer(start) : new OrderTrainer(start);
}
