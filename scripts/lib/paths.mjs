import { fileURLToPath } from 'node:url';

/** The absolute path of a file of the project, given from its root. */
export const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const root = inProject('.').replace(/[\\/]$/, '');
