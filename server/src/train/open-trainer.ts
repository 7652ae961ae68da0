import { ArcStandardTrainer } from './arc-standard-trainer.ts';
import { BestFirstTrainer } from './best-first-trainer.ts';
import { CcgBestFirstTrainer } from './ccg-best-first-trainer.ts';
import { CcgTrainer } from './ccg-trainer.ts';
import { BottomUpTrainer } from './bottom-up-trainer.ts';
import type { TrainedSearch } from './phases.ts';
import type { Trainer, TrainerStart } from './trainer.ts';

const trainers: Readonly<Record<TrainedSearch, new (start: TrainerStart) => Trainer>> = {
  'arc-standard': ArcStandardTrainer,
  'bottom-up': BottomUpTrainer,
  'best-first': BestFirstTrainer,
  'ccg-shift-reduce': CcgTrainer,
  'ccg-best-first': CcgBestFirstTrainer,
};

/** A trainer for the search that the weights are for. */
export function openTrainer(start: TrainerStart): Trainer {
  return new trainers[start.search](start);
}
