import { fileURLToPath } from 'node:url';

/** The absolute path of a file, from its path in the project. */
export const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const root = inProject('.').replace(/[\\/]$/, '');
