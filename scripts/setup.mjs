// Installs what is missing and builds: what a fresh clone needs before `npm run check`.
import { setUp } from './lib/setup.mjs';

await setUp();
