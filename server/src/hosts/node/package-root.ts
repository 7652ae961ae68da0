import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the package: the nearest one above the running file, a source or a bundle, that has
 * a `package.json`; null if there is none. The build defines `import.meta.dirname` in bundles.
 */
export function packageRoot(): string | null {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return null;
  }
}
