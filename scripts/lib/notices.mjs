import { readdirSync, readFileSync } from 'node:fs';
import { inProject } from './paths.mjs';

/** The packages in the bundles of esbuild's `metafiles`. */
function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const names = inputs.flatMap((path) => {
    const match = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    return match ? [match[0]] : [];
  });
  return [...new Set(names)].sort();
}

/** The names, versions and licences of the bundled packages, as their licences require. */
export function thirdPartyNotices(metafiles) {
  return bundledPackages(metafiles)
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(inProject(`${folder}package.json`), 'utf8'),
      );
      const file = readdirSync(inProject(folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? readFileSync(inProject(`${folder}${file}`), 'utf8').trim() : '';
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(72)}\n\n`);
}
