import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The nearest folder with a `package.json` above the running file. In bundles, the build defines
 * `import.meta.dirname`.
 */
export function packageRoot(): string | null {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return null;
  }
}
