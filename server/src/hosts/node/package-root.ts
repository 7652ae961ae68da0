import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds the folder of the package, which is the nearest folder above the running source file or
 * bundle with a `package.json`; null if there is none. The build defines `import.meta.dirname` in
 * bundles.
 */
export function packageRoot(): string | null {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return null;
  }
}
