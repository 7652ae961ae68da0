import { LanguageModel } from '../lm/query/language-model.ts';
import type { ModelFile, SharedModelFile } from '../model/file.ts';
import { ArcStandardTrainer } from './arc-standard-trainer.ts';
import { BestFirstTrainer } from './best-first-trainer.ts';
import { CcgBestFirstTrainer } from './ccg-best-first-trainer.ts';
import { CcgTrainer } from './ccg-trainer.ts';
import { BottomUpTrainer } from './bottom-up-trainer.ts';
import type { TrainedSearch } from './phases.ts';
import type { SharedTrainerStart, Trainer, TrainerStart } from './trainer.ts';

const trainers: Readonly<Record<TrainedSearch, new (start: TrainerStart) => Trainer>> = {
  'arc-standard': ArcStandardTrainer,
  'bottom-up': BottomUpTrainer,
  'best-first': BestFirstTrainer,
  'ccg-shift-reduce': CcgTrainer,
  'ccg-best-first': CcgBestFirstTrainer,
};

/** @param open opens the file of a language model */
export function openTrainer(
  { fluency, ...start }: SharedTrainerStart,
  open: (file: SharedModelFile) => ModelFile,
): Trainer {
  const opened = fluency && {
    ...fluency,
    languageModels: fluency.languageModels.map((file) => new LanguageModel(open(file))),
  };
  return new trainers[start.search]({ ...start, fluency: opened });
}
