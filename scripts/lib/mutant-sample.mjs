// A checker for Stryker that lets through a random share of the mutants, the same in each run.
import { createHash } from 'node:crypto';
import process from 'node:process';
import { CheckStatus } from '@stryker-mutator/api/check';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Why a mutant outside the sample is not tested. */
export const OUTSIDE_SAMPLE = 'outside the sample';

const sample = {
  init: () => Promise.resolve(),
  check: (mutants) =>
    Promise.resolve(
      Object.fromEntries(
        mutants.map((mutant) => [
          mutant.id,
          isSampled(mutant, Number(process.env.BOWLINE_MUTANT_SHARE))
            ? { status: CheckStatus.Passed }
            : { status: CheckStatus.CompileError, reason: OUTSIDE_SAMPLE },
        ]),
      ),
    ),
};

/** Draws mutants by a hash of the mutation, so that a mutant stays drawn if other files change. */
function isSampled({ fileName, location, mutatorName, replacement }, share) {
  const { start, end } = location;
  const key = [start.line, start.column, end.line, end.column, mutatorName, replacement];
  const file = fileName.split(/[\\/]/).at(-1);
  const hash = createHash('sha256').update(JSON.stringify([file, ...key]));
  return hash.digest().readUInt32LE() < share * 2 ** 32;
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Checker, 'sample', sample)];
