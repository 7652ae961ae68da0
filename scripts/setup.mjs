// Prepares a fresh clone for `npm run check`: installs missing packages and builds.
import { setUp } from './lib/setup.mjs';

await setUp();
